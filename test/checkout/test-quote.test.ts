import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { productIdOf, signUpWithPoints } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf, postAsOwner } from '../support/owner.ts'
import { rowsOf } from '../support/rows.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { sellingBundle } from './selling-store.ts'

const shop = await forAllTests(openShop({ limitsOff: true }))
const method = (code: string, more: object = {}) => ({ code, name: code, tiers: [{ from: 0, fee: 40 }], ...more })
const store = await shop.addStore({
  ...sellingBundle,
  store: {
    ...sellingBundle.store,
    shipping: {
      zones: [
        {
          code: 'city',
          name: 'City',
          countries: ['IN'],
          postalCodes: ['5600*'],
          methods: [method('bike'), method('small', { maxGoods: 500 }), method('light', { maxWeight: 100 })],
        },
        {
          code: 'india',
          name: 'India',
          countries: ['IN'],
          methods: [method('post', { tiers: [{ from: 0, fee: 80 }] })],
        },
        { code: 'far', name: 'Far', countries: ['US'], methods: [method('air')] },
      ],
      defaultWeight: 300,
    },
    paymentMethods: [
      { code: 'cash', name: 'Cash', kind: 'cod', fee: 20, maxTotal: 1000, zones: ['city'] },
      { code: 'bank', name: 'Bank', kind: 'manual', minTotal: 3000, maxTotal: 9000 },
      { code: 'known', name: 'Account', kind: 'manual', signedIn: true },
      { code: 'pickup', name: 'Here', kind: 'cod', deliveryMethods: ['small'] },
    ],
  },
  discounts: [
    ...sellingBundle.discounts,
    { code: 'SOON', type: 'percent', value: 50, active: false, startsAt: '2099-01-01T00:00:00Z' },
  ],
})
const owner = await ownerOf(shop, store)
const id = (slug: string) => productIdOf(shop, store, slug)
const pot = async (qty = 1) => [{ id: await id('pot'), qty }]

const TEST = `query ($items: [TestItemInput!]!, $code: String, $asIfActive: Boolean, $to: DestinationInput,
    $delivery: String, $payment: String, $customerId: ID, $points: Int) {
  testQuote(items: $items, discountCode: $code, asIfActive: $asIfActive, destination: $to,
      deliveryMethod: $delivery, paymentMethod: $payment, customerId: $customerId, loyaltyPoints: $points) {
    currency items { productId variantId name qty price } subtotal discount loyaltyDiscount shipping tax taxInclusive
    total pointsUsed pointsEarned zone notices { code message item productId }
    deliveryMethods { code zone fee chosen refusal } paymentMethods { code fee chosen refusal }
  }
}`
const trial = async (variables: object) => (await owner.ask(TEST, variables)).testQuote
const city = { postalCode: '560001' }
const inWords = (methods: any[]) =>
  Object.fromEntries(methods.map(({ code, fee, chosen, refusal }) => [code, refusal ?? (chosen ? `${fee}!` : fee)]))

describe('a trial of a cart', () => {
  it('comes to what a shopper is told, whatever the cart', async () => {
    const client = clientOf(shop, store.subdomain, 'GraphQL')
    const carts = [
      { items: await pot(2), discountCode: 'TEN' },
      {
        items: [
          { id: await id('assam'), qty: 3 },
          { id: await id('hidden'), qty: 1 },
          { id: await id('few'), qty: 9 },
        ],
      },
      { items: [{ id: await id('sized'), qty: 2, variant: { size: '250g' } }, ...(await pot())], discountCode: 'OLD' },
    ]
    for (const cart of carts) {
      const told: any = await client.quote({ ...cart, delivery: city })
      const variant = (options?: object) => options && Object.entries(options).map(([name, value]) => ({ name, value }))
      const items = cart.items.map(({ variant: options, ...item }: any) => ({
        ...item,
        ...(options && { variant: variant(options) }),
      }))
      const { notices, ...tried } = await trial({ items, code: cart.discountCode, to: city })
      const { subtotal, discount, shipping, tax, total } = told.data.breakdown
      expect(tried).toMatchObject({ subtotal, discount, shipping, tax, total, zone: 'city' })
      expect(notices.map(({ code, message }: any) => [code, message])).toEqual(
        told.data.notices.map(({ code, message }: any) => [code, message]),
      )
    }
  })

  it('says of each delivery method what it costs, or why it is not offered', async () => {
    const near = await trial({ items: await pot(), to: city })
    expect(inWords(near.deliveryMethods)).toEqual({
      bike: '40!',
      small: 'It is for goods up to ₹500.00, and these are ₹1,200.00.',
      light: 'It is for up to 100 g, and this is 300 g.',
      post: 'The zone city comes before its own.',
      air: 'It is for US, not for IN.',
    })
    const somewhere = await trial({ items: await pot() })
    expect(somewhere.zone).toBe('india')
    expect(inWords(somewhere.deliveryMethods)).toMatchObject({
      bike: 'It has postal codes, and the destination names none. Send its postal code.',
    })
    const far = await trial({ items: await pot(), to: { country: 'DE' } })
    expect(far).toMatchObject({
      zone: null,
      notices: [{ code: 'DELIVERY_UNAVAILABLE', message: 'We do not deliver there.' }],
    })
    expect(inWords(far.deliveryMethods).air).toBe('It is for US, not for DE.')
  })

  it('says of each payment method what it costs, or why it is not offered', async () => {
    const near = await trial({ items: await pot(), to: city, payment: 'cash' })
    expect(inWords(near.paymentMethods)).toEqual({
      cash: 'It is for totals up to ₹1,000.00, and this is ₹1,456.00.',
      bank: 'It is for totals from ₹3,000.00 up to ₹9,000.00, and this is ₹1,456.00.',
      known: 'It is for customers who are logged in.',
      pickup: 'It is for the delivery methods small.',
    })
    expect(near.notices).toMatchObject([{ code: 'METHOD_UNAVAILABLE' }])
    const cheap = await trial({
      items: [{ id: await id('assam'), qty: 1 }],
      to: city,
      payment: 'cash',
      delivery: 'small',
    })
    expect(inWords(cheap.paymentMethods)).toMatchObject({ cash: '20!', pickup: 0 })
    expect(cheap).toMatchObject({ notices: [], shipping: 60 })
    expect(inWords((await trial({ items: await pot(), to: { postalCode: '110001' } })).paymentMethods).cash).toBe(
      'It is for the zones city.',
    )
  })

  it('says why a discount does not apply, and tries one that is not active yet', async () => {
    const items = await pot()
    const messages = async (code: string, more: object = {}) =>
      (await trial({ items, code, ...more })).notices.map(({ message }: any) => message)
    expect(await messages('soon', { to: city })).toEqual(['This discount code is not active.'])
    expect(await messages('OLD', { to: city })).toEqual(['This discount code has expired.'])
    expect(await messages('nothing', { to: city })).toEqual(['This discount code does not exist.'])
    expect(await trial({ items, code: 'soon', asIfActive: true, to: city })).toMatchObject({
      discount: 600,
      notices: [],
    })
    expect(await trial({ items, code: 'OLD', asIfActive: true, to: city })).toMatchObject({ discount: 600 })
  })

  it('counts a customer’s points and uses', async () => {
    const customer = await signUpWithPoints(shop, store, clientOf(shop, store.subdomain, 'REST'), 100)
    const items = await pot()
    const tried = await trial({ items, to: city, customerId: customer.id, points: 80 })
    expect(tried).toMatchObject({ pointsUsed: 80, loyaltyDiscount: 40, notices: [] })
    expect(tried.pointsEarned).toBeGreaterThan(0)
    expect(await trial({ items, to: city, points: 80 })).toMatchObject({
      pointsUsed: 0,
      notices: [{ code: 'POINTS_NOT_APPLIED', message: 'Log in to redeem points.' }],
    })
    expect(await owner.refused(TEST, { items, customerId: store.id })).toEqual({
      code: 'NOT_FOUND',
      message: 'Customer not found',
    })
    const { key } = await createOwnerKey(shop.services, store.id, 'Campaigns', ['marketing'])
    const { body } = await postAsOwner(shop, store.subdomain, key, TEST, { items, customerId: customer.id })
    expect(body.errors).toMatchObject([
      { message: 'This key does not have the scope "customers".', extensions: { code: 'FORBIDDEN' } },
    ])
  })

  it('of nothing that can be bought costs nothing, and says why', async () => {
    const tried = await trial({
      items: [
        { id: await id('hidden'), qty: 1 },
        { id: await id('pot'), qty: 100 },
      ],
      to: city,
    })
    expect(tried).toMatchObject({ items: [], total: 0 })
    expect(tried.notices.map(({ code, item }: any) => [code, item])).toEqual([
      ['ITEM_UNAVAILABLE', 0],
      ['ITEM_INVALID', 1],
    ])
    expect(inWords(tried.deliveryMethods).bike).toBe('Nothing of the cart can be bought.')
    expect(await owner.refused(TEST, { items: [] })).toEqual({ code: 'BAD_USER_INPUT', message: 'Cart is empty' })
  })

  it('stores nothing and holds nothing', async () => {
    const before = await rowsOf(shop, store)
    await trial({ items: await pot(), code: 'ONCE', to: city })
    await trial({ items: await pot(), code: 'ONCE', to: city })
    expect(await rowsOf(shop, store)).toEqual(before)
  })
})
