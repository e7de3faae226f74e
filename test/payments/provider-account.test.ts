import { expect, it } from 'vitest'
import { buyer, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())

const bundle = {
  store: { payments: { provider: 'sandbox' } },
  products: [{ slug: 'assam', name: 'Assam', price: 499 }],
}

it('a sealed secret opens for its own store only: copied to another store it counts as none', async () => {
  const { prisma } = shop.database
  const [rich, poor] = [await shop.addStore(bundle), await shop.addStore(bundle)]
  const { provider, keyId, sealedKeySecret } = await prisma.paymentAccount.findUniqueOrThrow({
    where: { storeId: rich.id },
  })
  const buyAt = async (store: typeof rich) => {
    const items = [{ id: await productIdOf(shop, store, 'assam'), qty: 1 }]
    return clientOf(shop, store.subdomain, 'REST').checkout({ items, buyer })
  }
  expect(await buyAt(poor)).toMatchObject({ data: { amount: 49_900 } })

  await prisma.paymentAccount.update({ where: { storeId: poor.id }, data: { provider, keyId, sealedKeySecret } })
  expect(await buyAt(poor)).toEqual({ status: 503, error: 'Payments not configured' })
  expect(await buyAt(rich)).toMatchObject({ data: { amount: 49_900 } })
})
