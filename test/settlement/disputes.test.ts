import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../src/generated/prisma/client.ts'
import { atOnce, buyer, dataOf, notify, orderRow, paidNotice, productIdOf, razorpay } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { type FakePayment, startFakeProvider } from '../support/fake-provider.ts'
import { forAllTests } from '../support/for-all-tests.ts'
import { openOrderMailShop } from '../support/order-mails.ts'

let store: Store

const provider = await forAllTests(startFakeProvider(razorpay))
const mails = await forAllTests(openOrderMailShop({ paymentsUrl: provider.url }))
const shop = mails.shop
beforeEach(async () => {
  store = await openStore()
})

const openStore = () =>
  shop.addStore({
    store: { payments: razorpay, ownerEmail: 'meena@example.com' },
    products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 100 }],
  })

const taken = { status: 200, body: { success: true } }
const sendNotice = async (body: string, at = store) => expect(await notify(shop, at.subdomain, body)).toEqual(taken)

/** An order of 200 rupees, paid. */
async function buy(): Promise<{ orderNo: string; payment: FakePayment }> {
  const items = [{ id: await productIdOf(shop, store, 'tea'), qty: 2 }]
  const client = clientOf(shop, store.subdomain, 'REST')
  const { orderNo, providerOrderId } = await dataOf(client.checkout({ items, buyer }))
  const payment = provider.pay(providerOrderId)
  await sendNotice(paidNotice(payment))
  return { orderNo, payment }
}

const seconds = (moment: string) => Date.parse(moment) / 1000

/** As Razorpay sends it. */
const disputeNotice = (state: string, payment: FakePayment, unlike: object = {}) =>
  JSON.stringify({
    ...{ entity: 'event', account_id: 'acc_1', event: `payment.dispute.${state}`, contains: ['payment', 'dispute'] },
    payload: {
      payment: { entity: payment },
      dispute: {
        entity: {
          ...{ id: 'disp_EsIAlDcoUr8CaQ', entity: 'dispute', payment_id: payment.id, amount: 20_000, currency: 'INR' },
          ...{ amount_deducted: 0, reason_code: 'goods_or_services_not_received', phase: 'chargeback', status: 'open' },
          ...{ created_at: seconds('2026-11-20T08:00:00Z'), respond_by: seconds('2026-12-05T18:29:00Z') },
          ...unlike,
        },
      },
    },
    created_at: seconds('2026-11-20T08:00:05Z'),
  })

const about = 'Dispute disp_EsIAlDcoUr8CaQ of ₹200.00 since 2026-11-20 (goods or services not received):'
const answerIt = `${about} answer it at the payment provider before 2026-12-05 18:29 UTC.`
const attentionOf = async (orderNo: string) => (await orderRow(shop, store, orderNo)).needsAttention
const events = (kind: string) =>
  shop.database.prisma.orderEvent.findMany({ where: { storeId: store.id, kind }, select: { detail: true } })

describe('a dispute', () => {
  it('alerts the owner with amount, reason and date, once, by mail too', async () => {
    const { orderNo, payment } = await buy()
    await mails.deliver(store)
    await atOnce(5, () => sendNotice(disputeNotice('created', payment)))
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'PAID', needsAttention: answerIt })
    expect(await events('attention')).toEqual([{ detail: answerIt }])
    const sent = await mails.deliver(store)
    expect(sent).toMatchObject([
      { to: 'meena@example.com', text: expect.stringContaining('Dispute disp_EsIAlDcoUr8CaQ') },
    ])
  })

  it.each(['won', 'lost', 'closed'])('that is %s ends the call, and the history says so', async (state) => {
    const { orderNo, payment } = await buy()
    await sendNotice(disputeNotice('created', payment))
    await atOnce(3, () => sendNotice(disputeNotice(state, payment)))
    expect(await orderRow(shop, store, orderNo)).toMatchObject({ paymentStatus: 'PAID', needsAttention: null })
    expect(await events('resolved')).toEqual([{ detail: `Dispute disp_EsIAlDcoUr8CaQ of ₹200.00: ${state}.` }])
  })

  it('that ends before its beginning is reported alerts nobody', async () => {
    const { orderNo, payment } = await buy()
    await sendNotice(disputeNotice('closed', payment))
    for (const state of ['created', 'action_required', 'under_review', 'won'])
      await sendNotice(disputeNotice(state, payment))
    expect(await attentionOf(orderNo)).toBeNull()
    expect(await events('attention')).toEqual([])
    expect(await events('resolved')).toHaveLength(1)
  })

  it('says what is to be done at each step, the latest alone', async () => {
    const { orderNo, payment } = await buy()
    await sendNotice(disputeNotice('created', payment))
    await sendNotice(disputeNotice('under_review', payment))
    expect(await attentionOf(orderNo)).toBe(`${about} the bank is looking at the evidence.`)
    await sendNotice(disputeNotice('action_required', payment))
    const sendMore = `${about} the evidence is not enough, send more to the payment provider before 2026-12-05 18:29 UTC.`
    expect(await attentionOf(orderNo)).toBe(sendMore)
    await sendNotice(disputeNotice('created', payment))
    expect(await attentionOf(orderNo)).toBe(sendMore)
    await sendNotice(disputeNotice('won', payment))
    expect(await attentionOf(orderNo)).toBeNull()
  })

  it('beside other calls and other disputes ends only its own', async () => {
    const { orderNo, payment } = await buy()
    const second = provider.pay(payment.order_id)
    await sendNotice(paidNotice(second))
    await sendNotice(disputeNotice('created', payment))
    await sendNotice(
      disputeNotice('created', payment, { id: 'disp_2', amount: 5_000, reason_description: 'Fraud (card).' }),
    )
    const paidTwice = `Paid a second time (${second.id}): refund the buyer.`
    const other =
      'Dispute disp_2 of ₹50.00 since 2026-11-20 (Fraud card.): answer it at the payment provider before 2026-12-05 18:29 UTC.'
    expect(await attentionOf(orderNo)).toBe(`${paidTwice} ${answerIt} ${other}`)
    await sendNotice(disputeNotice('won', payment))
    expect(await attentionOf(orderNo)).toBe(`${paidTwice} ${other}`)
    await sendNotice(disputeNotice('lost', payment, { id: 'disp_2', amount: 5_000 }))
    expect(await attentionOf(orderNo)).toBe(paidTwice)
  })

  it('is reported without reason and dates, too', async () => {
    const { orderNo, payment } = await buy()
    const bare = { reason_code: null, respond_by: null, created_at: undefined }
    await sendNotice(disputeNotice('created', payment, bare))
    const today = shop.services.clock().toISOString().slice(0, 10)
    expect(await attentionOf(orderNo)).toBe(
      `Dispute disp_EsIAlDcoUr8CaQ of ₹200.00 since ${today} (no reason given): answer it at the payment provider.`,
    )
    await sendNotice(disputeNotice('closed', payment, bare))
    expect(await attentionOf(orderNo)).toBeNull()
  })

  it('about a payment of no order of the store changes nothing', async () => {
    const { orderNo, payment } = await buy()
    await sendNotice(disputeNotice('created', { ...payment, id: 'pay_of_a_link', order_id: 'order_unknown' }))
    await sendNotice(disputeNotice('created', payment), await openStore())
    expect(await attentionOf(orderNo)).toBeNull()
  })

  it.each([
    ['without an amount', { amount: 0 }],
    ['without an id', { id: null }],
    ['with a date that is none', { respond_by: 1e300 }],
  ])('%s is refused', async (_, unlike) => {
    const { orderNo, payment } = await buy()
    const refused = { status: 400, body: { error: 'Malformed payment notice' } }
    expect(await notify(shop, store.subdomain, disputeNotice('created', payment, unlike))).toEqual(refused)
    expect(await attentionOf(orderNo)).toBeNull()
  })
})
