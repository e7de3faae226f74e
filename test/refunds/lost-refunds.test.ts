import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { reconcileRefunds } from '../../src/commerce/refunds/reconcile-refunds.ts'
import { jobHandlers } from '../../src/process/job-handlers.ts'
import { razorpay } from '../support/buying.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { refundBy, refundNotice } from '../support/refunding.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { openRefundedStore, type RefundedStore } from './refunded-store.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
let now = new Date('2026-06-01T10:00:00Z')

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(openShop({ clock: () => now, paymentsUrl: provider.url, holdLimits: generousHolds }))

let store: RefundedStore['store']
let owner: RefundedStore['owner']
let buy: RefundedStore['buy']
let sendNotice: RefundedStore['sendNotice']
let order: RefundedStore['order']
let rows: RefundedStore['rows']
let mark: RefundedStore['mark']
let made: RefundedStore['made']
let useKeys: RefundedStore['useKeys']
beforeEach(async () => {
  ;({ store, owner, buy, sendNotice, order, rows, mark, made, useKeys } = await openRefundedStore(shop, provider))
})

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

const called = () => shop.database.prisma.orderEvent.count({ where: { storeId: store.id, kind: 'attention' } })

describe('a refund that the provider no longer reports', () => {
  const lost =
    'The refund of ₹200.00 is under way, and the provider does not tell of it any more (Authentication failed): look there whether the buyer has it. Enter the keys of the account that took the payment, or give it back in another way and call markRefunded.'

  /** Its answer was lost, and then the keys were changed; 3 days have passed. */
  async function loseRefund(choice: { amount?: number } = {}) {
    const bought = await buy()
    provider.next = ['closeUnanswered']
    await refundBy(owner, bought.orderNo, choice)
    await useKeys('a-secret-of-another-merchant')
    later(2 * DAY)
    expect(await reconcileRefunds(shop.services)).toBe(0)
    expect(await order(bought.orderNo)).toMatchObject({ needsAttention: null })
    later(DAY)
    expect(await reconcileRefunds(shop.services)).toBe(0)
    return bought
  }

  it('alerts the owner once, who can end it; a late notice then counts for nothing more', async () => {
    const { orderNo, payment } = await loseRefund()
    later(DAY)
    expect(await reconcileRefunds(shop.services)).toBe(0)
    expect(await order(orderNo)).toMatchObject({ needsAttention: lost, paymentStatus: 'PAID' })
    expect(await called()).toBe(1)
    await expect(refundBy(owner, orderNo)).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'A refund of ₹200.00 is under way. The provider does not tell of it any more: see needsAttention, or call markRefunded.',
    })
    expect(await mark(orderNo)).toEqual({ markRefunded: { paymentStatus: 'REFUNDED' } })
    expect(await order(orderNo)).toMatchObject({ needsAttention: null, refundedAmount: 20000n })
    expect(await rows()).toEqual([
      ['FAILED', 20000, 0],
      ['PROCESSED', 20000, 20000],
    ])
    const erasing = 'mutation ($phone: String!) { eraseCustomer(phone: $phone) { orders } }'
    await sendNotice(refundNotice(made(payment)))
    expect(await rows()).toEqual([
      ['PROCESSED', 20000, 0],
      ['PROCESSED', 20000, 20000],
    ])
    const { phone } = await shop.database.prisma.customer.findFirstOrThrow({ where: { storeId: store.id } })
    expect(await owner.ask(erasing, { phone })).toEqual({ eraseCustomer: { orders: 1 } })
  })

  it('is found once the right keys are back, and nobody is called any more', async () => {
    const { orderNo } = await loseRefund({ amount: 50 })
    expect((await order(orderNo)).needsAttention).toContain('The refund of ₹50.00 is under way')
    await useKeys(razorpay.keySecret)
    later(DAY)
    expect(await reconcileRefunds(shop.services)).toBe(1)
    expect(await rows()).toEqual([['PROCESSED', 5000, 5000]])
    expect(await order(orderNo)).toMatchObject({ needsAttention: null, refundedAmount: 5000n })
  })

  it('may turn out to be still under way, or to have failed', async () => {
    provider.refundStatus = 'pending'
    const { orderNo, payment } = await loseRefund()
    await useKeys(razorpay.keySecret)
    later(DAY)
    expect(await reconcileRefunds(shop.services)).toBe(0)
    expect(await order(orderNo)).toMatchObject({ needsAttention: null })
    await useKeys('a-secret-of-another-merchant')
    later(DAY)
    expect(await reconcileRefunds(shop.services)).toBe(0)
    expect(await order(orderNo)).toMatchObject({ needsAttention: lost })
    await sendNotice(refundNotice(made(payment), 'refund.failed'))
    const needsAttention = 'The refund of ₹200.00 failed (The provider says that it failed): refund the buyer.'
    expect(await order(orderNo)).toMatchObject({ needsAttention })
    expect(await rows()).toEqual([['FAILED', 20000, 0]])
  })

  it('is not one of which the provider is only silent', async () => {
    const { orderNo } = await buy()
    provider.mode = 'serverError'
    await refundBy(owner, orderNo)
    later(10 * DAY)
    expect(await reconcileRefunds(shop.services)).toBe(0)
    expect(await order(orderNo)).toMatchObject({ needsAttention: null })
  })
})

describe('what the provider gives as its reason', () => {
  it('is stored in one line, at most 200 characters, whatever it holds', async () => {
    const { orderNo } = await buy()
    provider.next = ['refuse']
    provider.complaint = `Not\u0000 today\r\nplease\ud800. ${'😀'.repeat(300)}`
    const shown = `Not  today please . ${'😀'.repeat(200)}`
    expect(await refundBy(owner, orderNo)).toMatchObject({
      ...{ status: 'FAILED', failure: [...shown].slice(0, 200).join('') },
    })
    expect(await refundBy(owner, orderNo)).toMatchObject({ status: 'PROCESSED', order: { needsAttention: null } })
  })

  it('is that of the account that was let in, when keys were changed meanwhile', async () => {
    const { orderNo } = await buy()
    const input = { provider: 'RAZORPAY', keyId: 'rzp_live_new', keySecret: 'another-key', webhookSecret: 'another' }
    await owner.ask('mutation ($input: PaymentsInput) { setPayments(input: $input) }', { input })
    provider.next = ['refuse']
    expect(await refundBy(owner, orderNo)).toMatchObject({ failure: 'The balance is too low' })
  })

  it('is that of the newer account, when the keys of the earlier one were revoked', async () => {
    const { orderNo } = await buy()
    await useKeys('a-revoked-secret', 'rzp_revoked')
    const input = { ...razorpay, provider: 'RAZORPAY' }
    await owner.ask('mutation ($input: PaymentsInput) { setPayments(input: $input) }', { input })
    provider.next = ['ok', 'refuse']
    expect(await refundBy(owner, orderNo)).toMatchObject({ failure: 'The balance is too low' })
  })
})

describe('reconciliation of refunds', () => {
  it('does not wait for a provider that hangs once the process stops, and leaves the refund to another', async () => {
    const { orderNo } = await buy()
    provider.next = ['closeUnanswered']
    await refundBy(owner, orderNo)
    later(MINUTE)
    provider.mode = 'hang'
    provider.requests.length = 0
    const stopped = new AbortController()
    const pass = reconcileRefunds(shop.services, stopped.signal)
    while (provider.requests.length === 0) await setTimeout(5)
    const at = performance.now()
    stopped.abort()
    expect(await pass).toBe(0)
    expect(performance.now() - at).toBeLessThan(5_000)
    provider.mode = 'ok'
    later(5 * MINUTE)
    expect(await reconcileRefunds(shop.services)).toBe(1)
  })

  it('runs also when payments cannot be looked through', async () => {
    const { orderNo } = await buy()
    provider.next = ['closeUnanswered']
    await refundBy(owner, orderNo)
    later(MINUTE)
    const {
      db: { sql },
    } = shop.services
    const broken: typeof sql = {
      ...sql,
      onEveryShard: (table, text) => {
        if (table === 'orders') return Promise.reject(new Error('Payments cannot be looked through'))
        return sql.onEveryShard(table, text)
      },
    }
    const handle = jobHandlers({ ...shop.services, db: { ...shop.services.db, sql: broken } })['payment-reconciliation']
    await expect(handle({}, new AbortController().signal)).rejects.toThrow('Payments cannot be looked through')
    expect(await rows()).toEqual([['PROCESSED', 20000, 20000]])
  })
})
