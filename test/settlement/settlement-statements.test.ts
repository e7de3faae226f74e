import { describe, expect, it } from 'vitest'
import { buyer, dataOf, pay, signUpWithPoints } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore({
  store: { payments: { provider: 'sandbox' }, loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 } },
  products: Array.from({ length: 100 }, (_, index) => ({
    ...{ slug: `tea-${index}`, name: 'Tea', price: 100 },
    // A mix of what counts its units itself, leaves that to its variants, or does not count.
    ...(index % 3 === 0 && { stock: 1000 }),
    ...(index % 3 === 1 && { variants: [{ options: { size: '50g' }, stock: 1000 }] }),
  })),
  discounts: [{ code: 'TEN', type: 'percent', value: 10, usageLimit: 1000, perCustomerLimit: 100 }],
})
const client = clientOf(shop, store.subdomain, 'REST')
const products = await shop.database.prisma.product.findMany({
  where: { storeId: store.id },
  orderBy: { displayOrder: 'asc' },
  include: { variants: true },
})
const items = products
  .sort((a, b) => Number(a.slug.slice(4)) - Number(b.slug.slice(4)))
  .map(({ id, variants }) => ({ id, qty: 1, ...(variants.length > 0 && { variant: { size: '50g' } }) }))

/** The statements of a checkout, of its payment in the sandbox and of its verification, with BEGIN and COMMIT. */
async function statementsOf(input: object, token?: string) {
  shop.statements()
  const placed = await dataOf(client.checkout({ buyer, ...input }, { token }))
  const checkout = shop.statements().length
  const receipt = await pay(shop, placed.providerOrderId)
  const payment = shop.statements().length
  await dataOf(client.verify(receipt))
  return { checkout, payment, verify: shop.statements().length }
}

type Counts = Awaited<ReturnType<typeof statementsOf>>

/** What carts of several sizes take: each the same. */
async function expectConstant(counts: Counts, input: object, token?: string) {
  for (const lines of [2, 10, 100]) {
    const counted = await statementsOf({ ...input, items: items.slice(0, lines) }, token)
    expect({ lines, ...counted }).toEqual({ lines, ...counts })
  }
}

describe('the number of SQL statements does not depend on the size of the cart', () => {
  it('of a guest: 12 from the cart to the paid order', () => expectConstant({ checkout: 5, payment: 1, verify: 6 }, {}))

  it('of a guest with a discount: as many', () =>
    expectConstant({ checkout: 5, payment: 1, verify: 6 }, { discountCode: 'TEN' }))

  it('of a customer with a limited discount and points', async () => {
    const { token } = await signUpWithPoints(shop, store, client, 1000)
    await expectConstant({ checkout: 6, payment: 1, verify: 9 }, { discountCode: 'TEN', loyaltyPoints: 3 }, token)
  })
})
