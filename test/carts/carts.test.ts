import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dataOf, productIdOf, signUpWithPoints } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { pictureAt } from '../support/pictures.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { CART_NOT_FOUND, cartsOf } from './carts-of.ts'

const HOUR = 3_600_000
const DAYS = 24
let now = new Date('2026-03-01T10:00:00Z')
const assamPicture = 'http://shop.example/pictures/assam.svg'
const cupPicture = 'https://images.example.com/cup.jpg'
const SMALL = { size: '250g' }

const shop = await forAllTests(openShop({ clock: () => now }))
const store = await shop.addStore({
  store: {
    ...{ payments: { provider: 'sandbox' }, shipping: { fee: 50, freeFrom: 1000 } },
    loyalty: { enabled: true, earnRate: 0.1, redeemRate: 1 },
  },
  products: [
    {
      ...{ slug: 'assam', name: 'Assam', price: 499, images: ['/pictures/assam.svg'] },
      variants: [
        { options: SMALL, price: 499 },
        { options: { size: '500g' }, price: 899, salePrice: 799 },
      ],
    },
    { slug: 'cup', name: 'Cup', price: 100, images: ['https://images.example.com/cup.jpg'] },
    { slug: 'rare', name: 'Rare', price: 10, stock: 2 },
    { slug: 'hidden', name: 'Hidden', price: 1, active: false },
  ],
  discounts: [{ code: 'TEN', type: 'percent', value: 10, minSubtotal: 200 }],
})
const other = await shop.addStore({ products: [{ slug: 'theirs', name: 'Theirs', price: 1 }] })
const assam = await productIdOf(shop, store, 'assam')
const cup = await productIdOf(shop, store, 'cup')
const rare = await productIdOf(shop, store, 'rare')
const hidden = await productIdOf(shop, store, 'hidden')

describe.each(interfaces)('a cart over %s', (by) => {
  const client = () => clientOf(shop, store.subdomain, by)
  const { create, change, read } = cartsOf(client)

  it('shows its lines with what they cost and whether they can be bought, and what a checkout would come to', async () => {
    const items = [
      { id: assam, qty: 2, variant: { size: '500g' } },
      { id: cup, qty: 1 },
    ]
    const headers = { host: 'shop.example' }
    const made = await create({ items, discountCode: ' ten ' }, { headers })
    expect(made).toEqual({
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/),
      items: [
        {
          ...{
            id: assam,
            variant: { size: '500g' },
            variantId: expect.any(String),
            name: 'Assam',
            unitPrice: 799,
            qty: 2,
            lineTotal: 1598,
          },
          ...{ image: assamPicture, picture: pictureAt(assamPicture), available: true, message: null },
        },
        {
          ...{ id: cup, variant: null, variantId: null, name: 'Cup', unitPrice: 100, qty: 1, lineTotal: 100 },
          ...{ image: cupPicture, picture: pictureAt(cupPicture), available: true, message: null },
        },
      ],
      discountCode: 'ten',
      loyaltyPoints: null,
      breakdown: {
        ...{ subtotal: 1698, discount: 169.8, shipping: 0, tax: 0, gstInclusive: expect.any(Boolean), total: 1528.2 },
        ...{ loyaltyDiscount: 0, loyaltyPointsUsed: 0, loyaltyPointsEarned: 0 },
      },
      notices: [],
      currency: 'INR',
      updatedAt: now.toISOString(),
    })
    expect(await read(made.id, { headers })).toEqual(made)
    expect(await read(made.id.toUpperCase())).toMatchObject({ items: [{ id: assam }, { id: cup }] })
  })

  it('may be empty, and costs nothing then', async () => {
    const { id, items, breakdown, notices } = await create()
    expect({ items, total: breakdown.total, shipping: breakdown.shipping, notices }).toEqual({
      ...{ items: [], total: 0, shipping: 0, notices: [] },
    })
    expect((await read(id)).items).toEqual([])
  })

  it('keeps what cannot be bought, says why, and counts it nowhere', async () => {
    const unknown = randomUUID()
    const { items, breakdown, notices } = await create({
      items: [
        { id: cup, qty: 1 },
        { id: rare, qty: 3 },
        { id: assam, qty: 1, variant: { size: '1kg' } },
        { id: unknown, qty: 1 },
        { id: hidden, qty: 1 },
        { id: await productIdOf(shop, other, 'theirs'), qty: 1 },
      ],
    })
    const gone = { name: null, image: null, unitPrice: null, lineTotal: null, available: false }
    expect(items).toMatchObject([
      { available: true, message: null },
      { name: 'Rare', lineTotal: 30, available: false, message: 'There is not enough of Rare in stock.' },
      { name: 'Assam', unitPrice: null, available: false, message: 'Assam is not available in this variant.' },
      ...Array.from({ length: 3 }, () => ({ ...gone, message: 'This product is not available.' })),
    ])
    expect(breakdown).toMatchObject({ subtotal: 100, shipping: 50, total: 150 })
    expect(notices.map(({ item }: any) => item).sort()).toEqual([1, 2, 3, 4, 5])
  })

  it('shows prices, stock and discount as they are when it is read', async () => {
    const stock = (units: number) =>
      shop.database.prisma.product.updateMany({ where: { id: rare }, data: { stock: units } })
    const { id } = await create({
      items: [
        { id: rare, qty: 2 },
        { id: cup, qty: 1 },
      ],
      discountCode: 'TEN',
    })
    await shop.database.prisma.product.updateMany({ where: { id: rare }, data: { price: 20_000n } })
    expect(await read(id)).toMatchObject({
      items: [{ unitPrice: 200, lineTotal: 400, available: true }, { unitPrice: 100 }],
      breakdown: { subtotal: 500, discount: 50 },
      notices: [],
    })
    await stock(1)
    expect(await read(id)).toMatchObject({
      items: [{ lineTotal: 400, available: false }, { available: true }],
      breakdown: { subtotal: 100, discount: 0 },
      notices: [
        { code: 'ITEM_OUT_OF_STOCK', item: 0 },
        { code: 'DISCOUNT_NOT_APPLIED', item: null, message: 'The order is below the minimum for this discount code.' },
      ],
    })
    await shop.database.prisma.product.updateMany({ where: { id: rare }, data: { price: 1_000n, active: false } })
    // What it was called when it was put there.
    expect((await read(id)).items[0]).toMatchObject({ name: 'Rare', unitPrice: null, available: false })
    await shop.database.prisma.product.updateMany({ where: { id: rare }, data: { active: true } })
    await stock(2)
  })

  it('keeps code and points until they are taken away', async () => {
    const { token } = await signUpWithPoints(shop, store, client(), 30)
    const { id } = await create({ items: [{ id: cup, qty: 3 }] }, { token })
    const caller = { token }
    expect(await change(id, { discountCode: 'TEN', loyaltyPoints: 50 }, caller)).toMatchObject({
      ...{ discountCode: 'TEN', loyaltyPoints: 50, breakdown: { discount: 30, loyaltyPointsUsed: 30, total: 290 } },
      notices: [{ code: 'POINTS_NOT_APPLIED', message: '30 of 50 points were redeemed: you have 30.', item: null }],
    })
    expect(await change(id, { add: [{ id: cup, qty: 1 }] }, caller)).toMatchObject({
      discountCode: 'TEN',
      loyaltyPoints: 50,
    })
    expect(await change(id, { discountCode: null, loyaltyPoints: 0 }, caller)).toMatchObject({
      ...{ discountCode: null, loyaltyPoints: null, breakdown: { discount: 0, loyaltyPointsUsed: 0 }, notices: [] },
    })
    expect(await change(id, { discountCode: 'NOSUCH' }, caller)).toMatchObject({
      notices: [{ code: 'DISCOUNT_NOT_APPLIED', message: 'This discount code does not exist.', item: null }],
    })
    expect(await change(id, { discountCode: '' }, caller)).toMatchObject({ discountCode: null, notices: [] })
    const guests = await create({ items: [{ id: cup, qty: 3 }] })
    expect((await change(guests.id, { loyaltyPoints: 5 })).notices).toMatchObject([
      { message: 'Log in to redeem points.' },
    ])
  })

  it('is not found by a wrong id, at another store, or once it is deleted', async () => {
    const { id } = await create({ items: [{ id: cup, qty: 1 }] })
    for (const wrong of [randomUUID(), 'x', `${id}0`, `${id} `, 'ä', "'"]) {
      expect(await client().cart(wrong)).toEqual(CART_NOT_FOUND)
      expect(await client().updateCart(wrong, {})).toEqual(CART_NOT_FOUND)
      expect(await client().deleteCart(wrong)).toEqual(CART_NOT_FOUND)
    }
    const elsewhere = clientOf(shop, other.subdomain, by)
    expect(await elsewhere.cart(id)).toEqual(CART_NOT_FOUND)
    expect(await elsewhere.updateCart(id, { items: [] })).toEqual(CART_NOT_FOUND)
    expect(await elsewhere.deleteCart(id)).toEqual(CART_NOT_FOUND)
    expect(await dataOf(client().deleteCart(id))).toEqual({ success: true })
    expect(await client().deleteCart(id)).toEqual(CART_NOT_FOUND)
    expect(await client().cart(id)).toEqual(CART_NOT_FOUND)
  })

  it('goes 30 days after it was last used, whoever cleans up when', async () => {
    const [left, used] = [await create(), await create()]
    now = new Date(now.getTime() + 20 * DAYS * HOUR)
    await read(used.id)
    now = new Date(now.getTime() + 10 * DAYS * HOUR)
    expect(await client().cart(left.id)).toMatchObject({ data: {} })
    now = new Date(now.getTime() + 19 * DAYS * HOUR)
    expect(await client().cart(used.id)).toMatchObject({ data: {} })
    now = new Date(now.getTime() + 31 * DAYS * HOUR)
    for (const { id } of [left, used]) {
      expect(await client().cart(id)).toEqual(CART_NOT_FOUND)
      expect(await client().updateCart(id, {})).toEqual(CART_NOT_FOUND)
    }
  })
})
