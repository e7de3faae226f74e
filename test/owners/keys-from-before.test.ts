import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { browserOf } from '../console/browser.ts'
import { postAsOwner } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore()
const { prisma } = shop.database

const MIGRATIONS = 'prisma/migrations'
const name = readdirSync(MIGRATIONS).find((folder) => folder.endsWith('_power_of_owner_keys')) ?? ''
const update = /^UPDATE "owner_keys" .*;$/m.exec(readFileSync(join(MIGRATIONS, name, 'migration.sql'), 'utf8'))?.[0]

/** As the version before left it: a key with its list of scopes alone. */
async function keyFromBefore(scopes: readonly ('orders' | 'read')[]) {
  const made = await createOwnerKey(shop.services, store.id, 'Desk', scopes.length > 0 ? scopes : null)
  shop.secrets.add(made.key)
  const where = { storeId_id: { storeId: store.id, id: made.ownerKey.id } }
  await prisma.ownerKey.update({ where, data: { power: 'SCOPES' } })
  return made.key
}

const may = async (key: string, document: string): Promise<boolean> =>
  !(await postAsOwner(shop, store.subdomain, key, document)).body.errors

it('keys of the version before may do what they could, and open sessions of theirs go on', async () => {
  const [all, limited] = [await keyFromBefore([]), await keyFromBefore(['orders', 'read'])]
  const browser = browserOf(shop)
  await browser.logIn(store.subdomain, all)
  await prisma.$executeRawUnsafe(update ?? '')
  expect(await may(all, '{ keys { name } }')).toBe(true)
  expect(await may(all, 'mutation { createKey(name: "x") { key } }')).toBe(true)
  expect([await may(limited, '{ orders(first: 1) { totalCount } }'), await may(limited, '{ keys { name } }')]).toEqual([
    ...[true, false],
  ])
  const viewer = (await browser.graphql(store.subdomain, '{ viewer { kind everything } }')).body.data.viewer
  expect(viewer).toEqual({ kind: 'KEY', everything: true })
  const { sessions } = (await browser.sessions()).body
  expect(sessions).toMatchObject([{ key: { name: 'Desk', scopes: [] }, viewer: { everything: true } }])
})

it('a key whose scopes are gone may do nothing', async () => {
  const key = await keyFromBefore([])
  expect([await may(key, '{ store { businessName } }'), await may(key, '{ keys { name } }')]).toEqual([false, false])
  const { ownerKey } = await createOwnerKey(shop.services, store.id, 'Emptied', ['orders'])
  await prisma.ownerKey.update({ where: { storeId_id: { storeId: store.id, id: ownerKey.id } }, data: { scopes: [] } })
  const found = await prisma.ownerKey.findFirstOrThrow({ where: { storeId: store.id, id: ownerKey.id } })
  expect(found).toMatchObject({ power: 'SCOPES', scopes: [] })
})
