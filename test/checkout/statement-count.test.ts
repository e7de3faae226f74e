import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { buyer, dataOf, pay, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { newPhone } from '../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop({ limitsOff: true, holdLimits: generousHolds }))

const flat = (code: string) => ({ code, name: code, tiers: [{ from: 0, fee: 20 }] })
const zone = (n: number, methods: number) => ({
  ...{ code: `zone-${n}`, name: `Zone ${n}`, countries: ['IN'], postalCodes: [`${560_000 + n}`] },
  methods: Array.from({ length: methods }, (_, at) => ({ ...flat(`method-${at}`), minDays: at })),
})
const later = (count: number) => [
  { code: 'cod', kind: 'cod', name: 'Cash on delivery', fee: 30 },
  { code: 'bank', kind: 'manual', name: 'Bank transfer', confirm: 'owner' },
  ...Array.from({ length: count - 2 }, (_, at) => ({ code: `pay-${at}`, kind: 'manual', name: `Way ${at}`, fee: at })),
]
const storeWith = (terms: object) =>
  shop.addStore({
    store: { payments: { provider: 'sandbox' }, ...terms },
    products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 100_000 }],
  })

/** The statements of each step of a purchase. */
async function counted(store: Store, lines: number, wish: object) {
  const client = clientOf(shop, store.subdomain, 'REST')
  const { ask } = await ownerOf(shop, store)
  const id = await productIdOf(shop, store, 'tea')
  const items = Array.from({ length: lines }, (_, at) => ({ id, qty: 1, variant: { text: `for ${at}` } }))
  const input = () => ({ items, buyer: { ...buyer, phone: newPhone(), address: '12 Church Street' }, ...wish })
  // What a process reads once of a store.
  await dataOf(client.checkout(input()))
  const count = async (work: () => Promise<unknown>) => {
    shop.statements()
    const result: any = await work()
    return { result, statements: shop.statements().length }
  }
  const placed = await count(() => dataOf(client.checkout(input())))
  const change = (name: string, more = '') =>
    count(() => ask(`mutation { ${name}(orderNo: "${placed.result.orderNo}"${more}) { status } }`))
  return {
    orderNo: placed.result.orderNo,
    providerOrderId: placed.result.providerOrderId,
    checkout: placed.statements,
    client,
    count,
    change,
  }
}

describe.each([
  ['one of each', { shipping: { zones: [zone(1, 1)] }, paymentMethods: later(2) }, 1],
  [
    'as many as there may be',
    { shipping: { zones: Array.from({ length: 50 }, (_, n) => zone(n, 20)) }, paymentMethods: later(10) },
    40,
  ],
])('in a store with zones and payment methods, %s, a purchase of as many lines', async (_, terms, lines) => {
  const store = await storeWith(terms)
  const delivery = { postalCode: '560001' }

  it('takes 11 statements with the provider, as without zones', async () => {
    for (const [of, wish] of [
      [await storeWith({}), {}],
      [store, { delivery }],
    ] as const) {
      const { checkout, providerOrderId, client, count } = await counted(of, lines, wish)
      const receipt = await pay(shop, providerOrderId)
      const { statements } = await count(() => dataOf(client.verify(receipt)))
      expect({ checkout, verify: statements }).toEqual({ checkout: 5, verify: 6 })
    }
  })

  it('takes 8 statements in cash, and 5 by hand, before the owner confirms it and is paid', async () => {
    const cash = await counted(store, lines, { delivery, paymentMethod: 'cod' })
    const bank = await counted(store, lines, { delivery, paymentMethod: 'bank' })
    const confirm = await bank.change('confirmOrder')
    const record = await bank.change('recordPayment', ', idempotencyKey: "all"')
    expect({
      cash: cash.checkout,
      bank: bank.checkout,
      confirm: confirm.statements,
      record: record.statements,
    }).toEqual({
      ...{ cash: 8, bank: 5, confirm: 11, record: 11 },
    })
  })
})
