import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())

it('whoever is just reading a store when its owner saves it gets it all the same', async () => {
  const { id, subdomain } = await shop.addStore()
  const { stores } = shop.services
  const reading = stores.find(subdomain)
  stores.forget(subdomain)
  expect(await reading).toMatchObject({ id })
})

it('whoever asks after a save gets what was saved, however long an earlier read takes', async () => {
  const { id, subdomain } = await shop.addStore({ store: { businessName: 'Before' } })
  const {
    stores,
    db: { prisma },
  } = shop.services
  const earlier = stores.find(subdomain)
  const saved = prisma.store.update({ where: { id }, data: { businessName: 'After' } })
  // Forgotten while the earlier read runs: what that brings may be from before.
  stores.forget(subdomain)
  await saved
  stores.forget(subdomain)
  expect(await stores.find(subdomain)).toMatchObject({ businessName: 'After' })
  await earlier
  expect(await stores.find(subdomain)).toMatchObject({ businessName: 'After' })
})

it('no request fails while its owner saves the settings again and again', async () => {
  const store = await shop.addStore()
  const owner = await ownerOf(shop, store)
  let saving = true
  const save = async () => {
    try {
      await saveOften()
    } finally {
      saving = false
    }
  }
  const saveOften = async () => {
    for (let version = 1; version <= 10; version += 1) {
      const input = { businessName: `Name ${version}` }
      await owner.ask(
        'mutation ($input: StoreInput!, $version: Int!) { updateStore(input: $input, version: $version) { version } }',
        { input, version },
      )
    }
  }
  const statuses = new Set<number>()
  const read = async () => {
    const url = `/api/sites/${store.subdomain}/products`
    for (let call = 0; saving; call += 1) {
      const remoteAddress = `10.1.${(call >> 8) & 255}.${call & 255}`
      // Each comes in a turn of its own, as from a socket; the embedded database would never let the owner have one.
      await nextTurn()
      statuses.add((await shop.app.inject({ url, remoteAddress })).statusCode)
    }
  }
  await Promise.all([save(), read(), read()])
  expect([...statuses]).toEqual([200])
})
