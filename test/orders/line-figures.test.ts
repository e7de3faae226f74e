import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buy, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))

const TOP = `query ($from: DateTime!, $until: DateTime!) {
  topProducts(from: $from, until: $until, playMoney: true) { productId units sales } }`

describe.each([true, false])('the figures of lines with two tax rates, where prices include tax: %s', (inclusive) => {
  let store: Store
  let owner: Owner

  beforeAll(async () => {
    store = await shop.addStore({
      store: { tax: { rate: 5, inclusive }, shipping: { fee: 5 }, payments: { provider: 'sandbox' } },
      products: [
        { slug: 'tea', name: 'Tea', price: 99.99 },
        { slug: 'cup', name: 'Cup', price: 33.33, taxRate: 18 },
        { slug: 'pot', name: 'Pot', price: 33.34, taxRate: 18 },
        { slug: 'book', name: 'Book', price: 33.33, taxRate: 0 },
      ],
      discounts: [{ code: 'SEVENTH', type: 'percent', value: 14.29 }],
    })
    owner = await ownerOf(shop, store)
    const items = await Promise.all(
      ['tea', 'cup', 'pot', 'book'].map(async (slug, index) => ({
        id: await productIdOf(shop, store, slug),
        qty: index + 1,
      })),
    )
    for (const wish of [{ items, discountCode: 'SEVENTH' }, { items: items.slice(0, 3) }])
      await buy(shop, clientOf(shop, store.subdomain, 'REST'), wish)
  })

  const keptFigures = () =>
    shop.database.prisma.orderItem.findMany({
      where: { storeId: store.id },
      orderBy: [{ orderId: 'desc' }, { position: 'asc' }],
    })

  const itemRows = async (...columns: string[]) => {
    const { body } = await shop.app.inject({
      url: `/api/sites/${store.subdomain}/owner/export/orders.csv?rows=items`,
      headers: { authorization: `Bearer ${owner.key}` },
    })
    const [header = '', ...rows] = body.trim().split('\r\n')
    const places = columns.map((name) => header.split(',').indexOf(name))
    return rows.map((row) => places.map((place) => row.split(',').at(place)))
  }

  const shares = ['item_subtotal', 'item_discount', 'item_tax']

  const topProducts = async () =>
    (await owner.ask(TOP, { from: new Date(Date.now() - 86_400_000), until: new Date(Date.now() + 86_400_000) }))
      .topProducts

  it('are those that the lines keep, in the file of items and in what sells best', async () => {
    const kept = await keptFigures()
    const text = (amount: bigint | null) => (Number(amount) / 100).toFixed(2)
    expect(await itemRows(...shares)).toEqual(
      kept.map(({ unitPrice, qty, discount, tax }) => [text(unitPrice * BigInt(qty)), text(discount), text(tax)]),
    )
    const sales = new Map<string, number>()
    for (const { productId, unitPrice, qty, discount, tax } of kept) {
      const owed = unitPrice * BigInt(qty) - (discount ?? 0n) + (inclusive ? 0n : (tax ?? 0n))
      sales.set(productId, (sales.get(productId) ?? 0) + Number(owed))
    }
    const top: { productId: string; sales: number }[] = await topProducts()
    expect(new Map(top.map((product) => [product.productId, Math.round(product.sales * 100)]))).toEqual(sales)
  })

  it('have the rate of each line, and what is paid for it: its tax comes on top only where prices are without', async () => {
    const rows = await itemRows('item', 'tax_rate', 'item_total')
    // Newest first: the order without the discount, of 1 × 99.99, 2 × 33.33 and 3 × 33.34.
    expect(rows.slice(0, 3)).toEqual([
      ['Tea', '5', inclusive ? '99.99' : '104.99'],
      ['Cup', '18', inclusive ? '66.66' : '78.66'],
      ['Pot', '18', inclusive ? '100.02' : '118.02'],
    ])
  })

  it('are the same for lines from before, which keep none', async () => {
    const [rows, top] = [await itemRows(...shares), await topProducts()]
    await shop.database.prisma.orderItem.updateMany({
      where: { storeId: store.id },
      data: { discount: null, loyaltyDiscount: null, tax: null },
    })
    expect(await itemRows(...shares)).toEqual(rows)
    expect(await topProducts()).toEqual(top)
  })
})
