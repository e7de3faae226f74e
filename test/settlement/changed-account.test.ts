import { beforeEach, describe, expect, it } from 'vitest'
import { resealSecrets } from '../../src/commerce/payments/reseal-secrets.ts'
import { paymentSignature, webhookSignature } from '../../src/commerce/payments/signature.ts'
import { reconcilePayments } from '../../src/commerce/settlement/reconcile-payments.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { createSeal } from '../../src/platform/secrets/sealed-secrets.ts'
import { cleanUp } from '../../src/process/clean-up.ts'
import {
  buyer,
  dataOf,
  notify,
  orderRow,
  paidNotice,
  pay,
  productIdOf,
  razorpay,
  receiptOf,
} from '../support/buying.ts'
import { clientOf, type StorefrontClient } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { type Owner, ownerOf } from '../support/owner.ts'
import { forAllTests, generousHolds, openShop, SECRETS } from '../support/shop.ts'

const HOUR = 60 * 60_000
/** `HOLD_MINUTES` and a day. */
const KEPT = 24.25 * HOUR
const SET = `mutation ($input: PaymentsInput, $voidEarlier: Boolean) {
  setPayments(input: $input, voidEarlier: $voidEarlier)
}`
const newKey = {
  provider: 'RAZORPAY',
  keyId: 'rzp_live_new',
  keySecret: 'another-key-secret',
  webhookSecret: 'another-webhook-secret',
}
const invalid = { status: 400, error: 'Invalid signature' }
const confirmed = { data: { success: true } }
let now = new Date('2026-06-01T10:00:00Z')
let store: Store
let client: StorefrontClient
let owner: Owner

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ clock: () => now, paymentsUrl: provider.url, holdLimits: generousHolds }))
beforeEach(() => openStore(razorpay))

async function openStore(payments: object) {
  store = await shop.addStore({ store: { payments }, products: [{ slug: 'tea', name: 'Tea', price: 100 }] })
  client = clientOf(shop, store.subdomain, 'REST')
  owner = await ownerOf(shop, store)
}

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const checkout = async (caller?: object) =>
  dataOf(client.checkout({ items: [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }], buyer }, caller))
const set = (input: object | null, voidEarlier = false) => owner.ask(SET, { input, voidEarlier })
const signedNotice = (body: string, secret = razorpay.webhookSecret) =>
  notify(shop, store.subdomain, body, { 'x-provider-signature': webhookSignature(secret, body) })

describe('when a store changes its account between a checkout and its payment', () => {
  it.each([
    ['another key', newKey],
    ['the sandbox', { provider: 'SANDBOX' }],
    ['no account', null],
  ])('to %s, the signature of the earlier one still confirms the order', async (_, input) => {
    const placed = await checkout()
    await set(input)
    const receipt = receiptOf(provider.pay(placed.providerOrderId))
    later(KEPT - HOUR)
    expect(await client.verify(receipt)).toEqual(confirmed)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
  })

  it('so does the earlier one’s notice', async () => {
    const placed = await checkout()
    await set(newKey)
    later(KEPT - HOUR)
    const body = paidNotice(provider.pay(placed.providerOrderId))
    expect((await signedNotice(body)).status).toBe(200)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('until the time is over', async () => {
    const placed = await checkout()
    await set(newKey)
    later(KEPT)
    const payment = provider.pay(placed.providerOrderId)
    expect(await signedNotice(paidNotice(payment))).toMatchObject({ status: 400 })
    expect(await client.verify(receiptOf(payment))).toEqual(invalid)
  })

  it('a store that leaves the sandbox keeps the word that the sandbox gave', async () => {
    await openStore({ provider: 'sandbox' })
    const placed = await checkout()
    const receipt = await pay(shop, placed.providerOrderId)
    await set(newKey)
    expect(await client.verify(receipt)).toEqual(confirmed)
  })

  it('earlier secrets say nothing of orders that were placed later', async () => {
    await set(newKey)
    later(2 * 60_000)
    const order = await orderPlacedWith('order_made_later')
    const ids = { providerOrderId: 'order_made_later', providerPaymentId: 'pay_forged' }
    const forged = {
      provider_order_id: ids.providerOrderId,
      provider_payment_id: ids.providerPaymentId,
      provider_signature: paymentSignature(razorpay.keySecret, ids),
    }
    const payment = {
      id: 'pay_forged',
      order_id: 'order_made_later',
      amount: 10_000,
      currency: 'INR',
      status: 'captured',
    }
    expect(await signedNotice(paidNotice(payment))).toMatchObject({ status: 400 })
    expect(await orderRow(shop, store, order.orderNo)).toMatchObject({ status: 'PENDING' })
    expect(await client.verify(forged)).toEqual(invalid)
    expect((await signedNotice(paidNotice(payment), newKey.webhookSecret)).status).toBe(200)
    expect(await orderRow(shop, store, order.orderNo)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('an owner whose secrets have leaked has them void at once', async () => {
    const placed = await checkout()
    await set(newKey, true)
    expect(await client.verify(receiptOf(provider.pay(placed.providerOrderId)))).toEqual(invalid)
    expect(await shop.database.prisma.retiredPaymentAccount.count({ where: { storeId: store.id } })).toBe(0)
  })

  it('an Idempotency-Key gives the key that the order was made with', async () => {
    const first = await checkout({ headers: { 'idempotency-key': 'again' } })
    await set(newKey)
    expect(await checkout({ headers: { 'idempotency-key': 'again' } })).toEqual(first)
  })

  it('reconciliation asks the earlier one', async () => {
    const placed = await checkout()
    await set({ provider: 'SANDBOX' })
    provider.pay(placed.providerOrderId)
    later(HOUR)
    await reconcilePayments(shop.services)
    expect(await orderRow(shop, store, placed.orderNo)).toMatchObject({ status: 'CONFIRMED' })
  })

  it('reconciliation asks the new one when the earlier one is void', async () => {
    await openStore({ ...razorpay, keyId: 'rzp_void', keySecret: 'void' })
    const order = await orderPlacedWith('order_of_void_key')
    provider.orders.push({ id: 'order_of_void_key', amount: 10_000, currency: 'INR', receipt: order.orderNo })
    await set({ ...razorpay, provider: 'RAZORPAY' })
    provider.pay('order_of_void_key')
    later(HOUR)
    await reconcilePayments(shop.services)
    expect(await orderRow(shop, store, order.orderNo)).toMatchObject({ status: 'CONFIRMED' })
  })

  /** An order as the provider would have made it for a key that the faked one does not know. */
  async function orderPlacedWith(providerOrderId: string) {
    const failed = await client.checkout({ items: [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }], buyer })
    expect(failed).toMatchObject({ status: 502 })
    const order = await shop.database.prisma.order.findFirstOrThrow({ where: { storeId: store.id } })
    const data = { status: 'PENDING', paymentStatus: 'PENDING', providerOrderId, checkPaymentAt: now } as const
    return shop.database.prisma.order.update({ where: { storeId_id: { storeId: store.id, id: order.id } }, data })
  }
})

describe('earlier accounts', () => {
  it('are not kept when nothing changes', async () => {
    await set({ ...newKey, ...razorpay, provider: 'RAZORPAY' })
    await set({ provider: 'RAZORPAY', keyId: razorpay.keyId })
    expect(await shop.database.prisma.retiredPaymentAccount.count({ where: { storeId: store.id } })).toBe(0)
  })

  it('are removed once nobody asks them any more', async () => {
    await set(newKey)
    const kept = () => shop.database.prisma.retiredPaymentAccount.count({ where: { storeId: store.id } })
    later(2 * 24 * HOUR)
    await cleanUp(shop.services)
    expect(await kept()).toBe(1)
    later(24 * HOUR)
    await cleanUp(shop.services)
    expect(await kept()).toBe(0)
  })

  it('are sealed anew along with the others', async () => {
    await set(newKey)
    const seal = createSeal(['a-newer-secret-for-tests-only-0123456789abc', ...SECRETS])
    await resealSecrets({ ...shop.services, seal })
    const [kept] = await shop.database.prisma.retiredPaymentAccount.findMany({ where: { storeId: store.id } })
    expect(seal.isCurrent(kept?.sealedKeySecret ?? '')).toBe(true)
    expect(seal.open(store.id, kept?.sealedKeySecret ?? '')).toBe(razorpay.keySecret)
    expect(seal.open(store.id, kept?.sealedWebhookSecret ?? '')).toBe(razorpay.webhookSecret)
  })
})
