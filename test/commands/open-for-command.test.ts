import { expect, it } from 'vitest'
import { getStore } from '../../src/commands/open-for-command.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())

it('says where stores come from when there is none, and which there are otherwise', async () => {
  const { prisma } = shop.database
  await expect(getStore({ prisma }, 'demo')).rejects.toThrow(
    /^There is no store "demo"\. There is none yet: .* import /,
  )
  const store = await shop.addStore()
  await expect(getStore({ prisma }, 'demo')).rejects.toThrow('"storefront stores" lists all stores.')
  expect((await getStore({ prisma }, store.subdomain)).id).toBe(store.id)
})
