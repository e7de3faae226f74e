import { beforeEach, describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/commerce/bundle/export-bundle.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const LOOKS = 'name accentColor heroText logo { url alt } heroPicture { url alt } links { label url }'
const UPDATE = `mutation ($input: StoreInput!, $version: Int!) {
  updateStore(input: $input, version: $version) { shopEnabled appearance { ${LOOKS} } }
}`
const none = { name: null, accentColor: null, heroText: null, logo: null, heroPicture: null, links: [] }
const all = {
  name: 'Chai',
  accentColor: '#8a3b12',
  heroText: 'Tea since 1921',
  logo: { url: '/pictures/assam.svg', alt: 'A cup' },
  heroPicture: { url: 'https://images.example/hero.jpg', alt: '' },
  links: [{ label: 'Terms', url: 'https://owner.example/terms' }],
}

const shop = await forAllTests(openShop())
let store: Store
let owner: Owner
beforeEach(async () => {
  store = await shop.addStore()
  owner = await ownerOf(shop, store)
})

const update = async (input: object, version = 1) => (await owner.ask(UPDATE, { input, version })).updateStore
const shownToShoppers = async () => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/sites/${store.subdomain}/graphql`,
    headers: { host: 'shop.example' },
    payload: { query: `{ store { appearance { ${LOOKS} } } }` },
  })
  return answer.json().data.store.appearance
}
const rest = async () => (await shop.app.inject(`/api/sites/${store.subdomain}/store`)).body

describe('the appearance of a store', () => {
  it('is nothing at first', async () => {
    expect(await update({})).toEqual({ shopEnabled: true, appearance: none })
    expect(await shownToShoppers()).toEqual(none)
    expect((await exportBundle(shop.database.prisma, store.subdomain))?.store).not.toHaveProperty('appearance')
  })

  it('is shown as it was given, with absolute pictures for shoppers', async () => {
    const before = await rest()
    expect(await update({ appearance: { ...all, accentColor: '#8A3B12' }, shopEnabled: false })).toEqual({
      shopEnabled: false,
      appearance: all,
    })
    expect(await shownToShoppers()).toEqual({
      ...all,
      logo: { url: 'http://shop.example/pictures/assam.svg', alt: 'A cup' },
    })
    expect(await rest()).toBe(before)
  })

  it('changes field by field, and null clears a field or all of it', async () => {
    await update({ appearance: all })
    const changed = { heroText: 'New', logo: null, heroPicture: { url: '/pictures/b.svg' }, links: null }
    const left = { ...all, heroText: 'New', logo: null, heroPicture: { url: '/pictures/b.svg', alt: '' }, links: [] }
    expect((await update({ appearance: changed }, 2)).appearance).toEqual(left)
    expect((await update({ businessName: 'Other' }, 3)).appearance).toEqual(left)
    expect((await update({ appearance: { name: null, heroText: null } }, 4)).appearance).toEqual({
      ...{ ...left, name: null, heroText: null },
    })
    expect((await update({ appearance: null }, 5)).appearance).toEqual(none)
  })

  it('goes into bundles and comes out of them', async () => {
    await update({ appearance: all, shopEnabled: false })
    const bundle = await exportBundle(shop.database.prisma, store.subdomain)
    expect(bundle?.store).toMatchObject({ appearance: all, shopEnabled: false })
    const copy = await shop.addStore({ ...bundle, store: { ...bundle?.store, subdomain: `${store.subdomain}-copy` } })
    expect(copy).toMatchObject({ shopName: 'Chai', heroPictureAlt: '', shopLinks: all.links, shopEnabled: false })
  })

  it.each([
    [{ accentColor: 'red' }, 'appearance.accentColor: expected a colour like "#8a3b12", found "red"'],
    [{ name: 'x'.repeat(101) }, 'appearance.name: expected 1 to 100 characters'],
    [{ heroText: 'x'.repeat(401) }, 'appearance.heroText: expected at most 400 characters'],
    [{ logo: { url: 'javascript:x' } }, 'appearance.logo.url: expected a URL that starts with http'],
    [{ links: [{ label: 'x', url: 'javascript:x' }] }, 'appearance.links[0].url: expected a URL that starts with http'],
    [{ links: Array(51).fill({ label: 'x', url: '/x' }) }, 'appearance.links: expected'],
  ])('is refused: %j', async (appearance, message) => {
    const { code, message: found } = await owner.refused(UPDATE, { input: { appearance }, version: 1 })
    expect([code, found]).toEqual(['BAD_USER_INPUT', expect.stringContaining(message)])
  })
})
