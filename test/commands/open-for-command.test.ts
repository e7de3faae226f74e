import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { getStore } from '../../src/commands/open-for-command.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const embedded = { database: null, dataDir: '.data' }
const shop = await forAllTests(openShop())

it('says where stores come from when there is none, and which there are otherwise', async () => {
  const { prisma } = shop.database
  const served = { database: { url: 'postgresql://x', poolSize: 1 }, dataDir: '' }
  await expect(getStore({ prisma }, served, 'demo')).rejects.toThrow(
    /^There is no store "demo" in the database of DATABASE_URL\. There is none yet: .* import /,
  )
  const store = await shop.addStore()
  await expect(getStore({ prisma }, embedded, 'demo')).rejects.toThrow(
    `There is no store "demo" in ${resolve('.data')} (DATA_DIR). "storefront stores" lists all stores.`,
  )
  expect((await getStore({ prisma }, embedded, store.subdomain)).id).toBe(store.id)
})
