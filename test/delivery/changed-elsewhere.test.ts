import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importBundle } from '../../src/commerce/bundle/import-bundle.ts'
import { checkBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import { dataOf, buyer as guest, orderRow, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { needs, noServer } from '../support/needs.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { passTime } from '../support/public-requests.ts'
import { generousHolds, openShop, type Shop } from '../support/shop.ts'

const flat = (code: string, fee: number) => ({ code, name: code, tiers: [{ from: 0, fee }] })
const byValue = (basis: 'price' | 'PRICE', ...tiers: [from: number, fee: number][]) => ({
  ...{ code: 'post', name: 'Post', basis },
  tiers: tiers.map(([from, fee]) => ({ from, fee })),
})
const cod = { code: 'cod', kind: 'cod', name: 'Cash on delivery', fee: 30 }
const zones = [
  {
    ...{ code: 'city', name: 'City', countries: ['IN'], postalCodes: ['5600*'] },
    methods: [flat('bike', 20), flat('express', 70)],
  },
  { code: 'india', name: 'India', countries: ['IN'], methods: [byValue('price', [0, 90], [500, 60])] },
]
const bundle = {
  store: { payments: { provider: 'sandbox' }, shipping: { zones }, paymentMethods: [cod] },
  products: [{ slug: 'tea', name: 'Tea', price: 100 }],
}

const upsertZone = (input: object) =>
  ['mutation ($input: ShippingZoneInput!) { upsertShippingZone(input: $input) { code } }', { input }] as const
const upsertPayment = (input: object) =>
  ['mutation ($input: PaymentMethodInput!) { upsertPaymentMethod(input: $input) { code } }', { input }] as const
const setCodes = (lists: object) =>
  [
    'mutation ($add: [String!], $remove: [String!]) { setPostalCodes(zone: "city", add: $add, remove: $remove) { code } }',
    lists,
  ] as const
const deleteZone = (code: string) =>
  ['mutation ($code: String!) { deleteShippingZone(code: $code, version: 1) { code } }', { code }] as const

const buyer = { ...guest, address: '14 Church Street, Bengaluru' }
const inCity = { delivery: { postalCode: '560001' } }
const outside = { delivery: { postalCode: '600001' } }
const inCash = { ...inCity, paymentMethod: 'cod' }

const NOT_THERE = 'We do not deliver there.'
const NOT_SO = 'This delivery method is not available.'
const NOT_PAID_SO = 'This payment method is not available.'

const withMethods = (...methods: object[]) => ({ code: 'city', version: 1, methods })

// Two whole services on one database, each with what it keeps of stores and their terms.
describe('terms of a store that two processes serve', needs(noServer), () => {
  let here: Shop
  let there: Shop
  beforeAll(async () => {
    const options = { limitsOff: true, holdLimits: generousHolds }
    here = await openShop(options)
    there = await openShop({ ...options, database: { ...here.database, close: async () => {} } })
  })
  afterAll(async () => {
    await there.close()
    await here.close()
  })

  async function openStore() {
    const store = await here.addStore(bundle)
    const items = [{ id: await productIdOf(here, store, 'tea'), qty: 3 }]
    const owner = await ownerOf(there, store)
    return { store, items, owner, client: clientOf(here, store.subdomain, 'REST') }
  }

  describe('what the owner changes in another process between cart, quote and checkout', () => {
    let time: ReturnType<typeof passTime>
    beforeAll(() => {
      time = passTime({ isStill: true })
    })
    afterAll(() => time.restore())

    it.each([
      ['a fee', inCity, upsertZone(withMethods(flat('bike', 25), flat('express', 70))), 20, 25],
      [
        'tiers',
        outside,
        upsertZone({ code: 'india', version: 1, methods: [byValue('PRICE', [0, 90], [200, 45])] }),
        90,
        45,
      ],
      [
        'a method that is switched off',
        inCity,
        upsertZone(withMethods({ ...flat('bike', 20), active: false }, flat('express', 70))),
        20,
        70,
      ],
      [
        'a chosen method that is gone',
        { delivery: { ...inCity.delivery, method: 'express' } },
        upsertZone(withMethods(flat('bike', 20))),
        70,
        NOT_SO,
      ],
      ['postal codes that a zone no longer has', inCity, setCodes({ add: ['5700*'], remove: ['5600*'] }), 20, 90],
      ['postal codes that a zone has from now on', outside, setCodes({ add: ['600001'] }), 90, 20],
      ['a zone that is deleted', inCity, deleteZone('city'), 20, 90],
      ['the last zone of a destination', outside, deleteZone('india'), 90, NOT_THERE],
      [
        'a zone in front of the others',
        inCity,
        upsertZone({
          code: 'campus',
          name: 'Campus',
          position: 0,
          postalCodes: ['560001'],
          methods: [flat('walk', 5)],
        }),
        20,
        5,
      ],
      ['the fee of a payment method', inCash, upsertPayment({ code: 'cod', version: 1, fee: 35 }), 50, 55],
      [
        'a payment method that is switched off',
        inCash,
        upsertPayment({ code: 'cod', version: 1, active: false }),
        50,
        NOT_PAID_SO,
      ],
      [
        'the zones of a payment method',
        inCash,
        upsertPayment({ code: 'cod', version: 1, zones: ['india'] }),
        50,
        NOT_PAID_SO,
      ],
    ] as const)(
      '%s: an order has the terms of its moment, a cart and a quote those of a second ago at most',
      async (...row) => {
        const [, wish, change, before, after] = row
        const { store, items, owner, client } = await openStore()
        const shown = ({ breakdown, notices }: any) => notices[0]?.message ?? breakdown.shipping
        const cartOf = async () => (await dataOf(client.createCart({ items, ...wish }))).cart.id
        const [id, cartId] = [await cartOf(), await cartOf()]
        const quoted = async (at = client) => shown(await dataOf(at.quote({ items, ...wish })))
        const inCart = async () => shown((await dataOf(client.cart(id))).cart)
        expect([await quoted(), await inCart()]).toEqual([before, before])

        await owner.ask(change[0], change[1])
        expect(await quoted(clientOf(there, store.subdomain, 'REST'))).toBe(after)
        for (const goods of [{ items, ...wish }, { cartId }]) {
          // This process still has the earlier terms.
          expect([await quoted(), await inCart()]).toEqual([before, before])
          const placed = await client.checkout({ ...goods, buyer: { ...buyer, phone: newPhone() } })
          if (typeof after === 'string') expect(placed).toEqual({ status: 400, error: after })
          else {
            const { breakdown, orderNo } = await dataOf(Promise.resolve(placed))
            expect(breakdown).toMatchObject({ subtotal: 300, shipping: after, total: 300 + after })
            const { shippingFee, total } = await orderRow(here, store, orderNo)
            expect([shippingFee, total]).toEqual([BigInt(after * 100), BigInt(30_000 + after * 100)])
          }
        }
        await time.pass(1_001)
        expect([await quoted(), await inCart()]).toEqual([after, after])
      },
    )
  })

  describe('fees that the owner keeps changing in another process', () => {
    const ROUNDS = 20

    it('leave every order with those of one version, and none with a version that was replaced before it began', async () => {
      const { store, items, client } = await openStore()
      /** Of the n-th version: delivery costs n, paying in cash 3n more. */
      const version = (n: number) => ({
        format: 'storefront-bundle/1',
        store: {
          ...{ subdomain: store.subdomain, businessName: store.businessName, currency: 'INR' },
          shipping: { zones: [{ code: 'city', methods: [{ ...flat('bike', n), name: `Bike ${n}` }] }] },
          paymentMethods: [{ ...cod, fee: 3 * n }],
        },
      })
      let begun = 1
      let answered = 1
      const change = async (n: number) => {
        begun = n
        await importBundle(there.services, checkBundle(version(n)))
        answered = n
      }
      await change(1)
      const seen = new Set<number>()

      const buyUntilDone = async () => {
        while (answered < ROUNDS) {
          const least = answered
          const outcome = await client.checkout({ ...inCash, items, buyer: { ...buyer, phone: newPhone() } })
          const most = begun
          if ('error' in outcome) {
            expect(outcome.error).toBe('The service is busy. Please try again.')
            continue
          }
          const { breakdown, orderNo, amount, payment } = outcome.data
          const n = breakdown.shipping / 4
          expect(n).toBeGreaterThanOrEqual(least)
          expect(n).toBeLessThanOrEqual(most)
          expect(breakdown).toMatchObject({ subtotal: 300, shipping: 4 * n, total: 300 + 4 * n })
          expect([amount, payment.fee, payment.due]).toEqual([100 * breakdown.total, 3 * n, breakdown.total])
          const row = await orderRow(here, store, orderNo)
          expect(row).toMatchObject({
            ...{ shippingFee: BigInt(400 * n), total: BigInt(amount) },
            delivery: { method: 'bike', name: `Bike ${n}`, fee: String(100 * n) },
            paymentTerms: { fee: String(300 * n) },
          })
          seen.add(n)
        }
      }
      const buying = Promise.all([1, 2, 3].map(buyUntilDone))
      for (let n = 2; n <= ROUNDS; n += 1) await change(n)
      await buying
      expect(seen.size).toBeGreaterThan(3)
    })
  })
})
