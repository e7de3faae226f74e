import { beforeAll, describe, expect, it } from 'vitest'
import { productIdOf, tally } from '../../support/buying.ts'
import { interfaces } from '../../support/client.ts'
import { newPhone } from '../../support/phones.ts'
import { forAllTests, generousHolds, openShop } from '../../support/shop.ts'
import { bank, type CashStore, cod, openCashStore, setPaymentMethods } from './cash-store.ts'

let now = new Date('2026-06-01T10:00:00Z')
const shop = await forAllTests(openShop({ clock: () => now, limitsOff: true, holdLimits: generousHolds }))

const before = { tea: 10, uses: { counted: 0, held: 0 }, points: 100, holds: 0 }

describe.each(interfaces)('a checkout without the payment provider, over %s', (by) => {
  let cash: CashStore
  beforeAll(async () => {
    cash = await openCashStore(shop, by)
  })

  it('is confirmed at once, and everything but the points it earns is taken', async () => {
    expect(await cash.books()).toEqual(before)
    const placed = await cash.place()
    expect(placed).toEqual({
      orderId: expect.any(String),
      orderNo: expect.any(String),
      providerOrderId: `cod_${placed.orderNo}`,
      ...{ keyId: '', amount: 27_000, currency: 'INR', businessName: 'Tea House', notices: [] },
      breakdown: {
        ...{ subtotal: 300, discount: 30, shipping: 20, tax: 0, gstInclusive: false, total: 270 },
        ...{ loyaltyDiscount: 20, loyaltyPointsUsed: 20, loyaltyPointsEarned: 25 },
      },
      payment: { method: 'cod', name: 'Cash on delivery', instructions: 'Have it ready.', fee: 20, due: 270 },
    })
    expect(await cash.row(placed.orderNo)).toMatchObject({
      ...{ status: 'CONFIRMED', paymentStatus: 'PENDING', provider: null, checkPaymentAt: null, collectedAmount: 0n },
    })
    expect(await cash.books()).toEqual({ tea: 7, uses: { counted: 1, held: 0 }, points: 80, holds: 0 })
    const { events } = (
      await cash.owner.ask('query ($n: String!) { order(orderNo: $n) { events { kind detail } } }', {
        n: placed.orderNo,
      })
    ).order
    expect(events).toEqual([
      { kind: 'PLACED', detail: '' },
      { kind: 'CONFIRMED', detail: '₹270.00 to collect' },
    ])
  })

  it('waits for the owner, for as long as the method says', async () => {
    const earlier = await cash.books()
    const placed = await cash.place('bank')
    expect(placed).toMatchObject({
      ...{ providerOrderId: `manual_${placed.orderNo}`, keyId: '', amount: 25_000 },
      payment: { method: 'bank', name: 'Bank transfer', instructions: 'To IN00 1234.', fee: 0, due: 250 },
    })
    expect(await cash.row(placed.orderNo)).toMatchObject({
      ...{ status: 'PENDING', paymentStatus: 'PENDING', provider: null, checkPaymentAt: null },
      holdExpiresAt: new Date(now.getTime() + 48 * 3_600_000),
    })
    expect(await cash.books()).toEqual({ ...earlier, uses: { ...earlier.uses, held: 1 }, holds: 3 })
  })

  it('is free when it costs nothing, whatever was chosen', async () => {
    const gift = await productIdOf(shop, cash.store, 'gift')
    for (const paymentMethod of ['cod', 'bank', 'nonsense']) {
      const placed = await cash.place(paymentMethod, { items: [{ id: gift, qty: 1 }], loyaltyPoints: undefined })
      expect(placed).toMatchObject({ providerOrderId: `free_${placed.orderNo}`, keyId: '', amount: 0 })
      expect(placed.payment).toBeUndefined()
      expect(await cash.row(placed.orderNo)).toMatchObject({
        status: 'CONFIRMED',
        paymentStatus: 'PAID',
        paymentMethod: null,
      })
    }
  })

  it('answers as before when none is chosen and the store has no account', async () => {
    const items = [{ id: await productIdOf(shop, cash.store, 'cup'), qty: 1 }]
    const buyer = { name: 'Asha', phone: newPhone(), address: '4 Hill Road' }
    expect(await cash.client.checkout({ items, buyer })).toEqual({ status: 503, error: 'Payments not configured' })
    expect(await cash.client.checkout({ items, buyer, paymentMethod: 'upi' })).toEqual({
      ...{ status: 400, error: 'This payment method is not available.' },
    })
  })

  it('cannot be verified, and a stranger who tries fails no order', async () => {
    for (const method of ['cod', 'bank']) {
      const { providerOrderId, orderNo } = await cash.place(method)
      const before = await cash.row(orderNo)
      const receipt = { provider_order_id: providerOrderId, provider_payment_id: 'pay_1', provider_signature: 'x' }
      expect(await cash.client.verify(receipt)).toEqual({ status: 400, error: 'Invalid signature' })
      expect(await cash.row(orderNo)).toEqual(before)
    }
  })

  it('gives the same answer for the same Idempotency-Key, also once it is switched off', async () => {
    for (const method of ['cod', 'bank']) {
      const input = {
        ...{ items: [{ id: await productIdOf(shop, cash.store, 'cup'), qty: 1 }], paymentMethod: method },
        buyer: { name: 'Asha', phone: newPhone(), address: '4 Hill Road' },
      }
      const headers = { 'idempotency-key': `again-${method}` }
      const first = await cash.client.checkout(input, { headers })
      expect(first).toMatchObject({ data: { keyId: '', payment: { method } } })
      await setPaymentMethods(shop, cash.store, [])
      expect(await cash.client.checkout(input, { headers })).toEqual(first)
      const other = { ...input, paymentMethod: 'nonsense' }
      expect(await cash.client.checkout(other, { headers })).toMatchObject({ status: 409 })
      expect(await cash.client.checkout(input)).toMatchObject({ error: 'This payment method is not available.' })
      await setPaymentMethods(shop, cash.store, [cod, bank])
    }
  })

  it('is refused by each of the bounds of its method', async () => {
    const cup = await productIdOf(shop, cash.store, 'cup')
    const checkout = (qty: number, phone = newPhone(), token?: string) =>
      cash.client.checkout(
        { items: [{ id: cup, qty }], buyer: { name: 'A', phone, address: '4 Hill Road' }, paymentMethod: 'cod' },
        { token },
      )
    const refused = { status: 400, error: 'This payment method is not available.' }
    await setPaymentMethods(shop, cash.store, [{ ...cod, minTotal: 10_000n, maxTotal: 20_000n }])
    expect(await checkout(1)).toEqual(refused)
    expect(await checkout(5)).toEqual(refused)
    expect(tally([await checkout(2), await checkout(4)])).toEqual({ ok: 2 })
    await setPaymentMethods(shop, cash.store, [{ ...cod, signedIn: true }])
    expect(await checkout(1)).toEqual(refused)
    expect(tally([await checkout(1, newPhone(), cash.asha.token)])).toEqual({ ok: 1 })
    await setPaymentMethods(shop, cash.store, [{ ...cod, active: false }])
    expect(await checkout(1)).toEqual(refused)
    await setPaymentMethods(shop, cash.store, [{ ...cod, maxRefusals: 0 }])
    expect(await checkout(1, 'no digits')).toEqual({ status: 400, error: 'Enter a phone number that can be called.' })
    const phone = newPhone()
    const refusal = { storeId: cash.store.id, buyerKey: `phone:${phone}`, count: 1 }
    expect(tally([await checkout(1, phone)])).toEqual({ ok: 1 })
    await shop.database.prisma.refusedDelivery.create({ data: refusal })
    expect(await checkout(1, `+91 ${phone}`)).toEqual(refused)
    await setPaymentMethods(shop, cash.store, [cod, bank])
    expect(tally([await checkout(1, phone)])).toEqual({ ok: 1 })
  })
})

it('asks the payment provider when no method is chosen, as in stores without any', async () => {
  const { client, store } = await openCashStore(shop, 'REST', { store: { payments: { provider: 'sandbox' } } })
  const items = [{ id: await productIdOf(shop, store, 'cup'), qty: 1 }]
  const placed = await client.checkout({ items, buyer: { name: 'A', phone: newPhone(), address: '4 Hill Road' } })
  expect(placed).toMatchObject({ data: { keyId: expect.stringMatching(/^sandbox_/), amount: 5_000 } })
  expect('data' in placed && placed.data.payment).toBeUndefined()
  now = new Date(now.getTime() + 1)
})
