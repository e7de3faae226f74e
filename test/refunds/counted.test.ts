import { beforeEach, expect, it } from 'vitest'
import { reconcileRefunds } from '../../src/commerce/refunds/reconcile-refunds.ts'
import { dataOf, razorpay } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { startFakeProvider } from '../support/fake-provider.ts'
import { refundBy, refundNotice } from '../support/refunding.ts'
import { changes, type Scrape, scrape } from '../support/scrape.ts'
import { forAllTests, generousHolds, openShop } from '../support/shop.ts'
import { openRefundedStore, type RefundedStore } from './refunded-store.ts'

const DAY = 24 * 3_600_000
let before: Scrape
let refunded: RefundedStore
let now = new Date('2026-06-01T10:00:00Z')

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(
  openShop({ metrics: true, clock: () => now, paymentsUrl: provider.url, holdLimits: generousHolds }),
)
beforeEach(async () => {
  refunded = await openRefundedStore(shop, provider)
  before = await scrape(shop.app)
})

const counted = async () => changes(before, await scrape(shop.app), 'storefront_refunds_total')

it('counts what the owner asks for once, however often it is asked for and reported', async () => {
  const { owner, buy, made, sendNotice } = refunded
  const { orderNo, payment } = await buy()
  for (let time = 0; time < 2; time += 1) await refundBy(owner, orderNo, { amount: 50, key: 'once' })
  for (let time = 0; time < 2; time += 1) await sendNotice(refundNotice(made(payment)))
  expect(await counted()).toEqual({ 'outcome="requested"': 1, 'outcome="succeeded"': 1 })
  await expect(refundBy(owner, orderNo, { amount: 500 })).rejects.toMatchObject({ code: 'CONFLICT' })
  provider.next = ['refuse']
  await refundBy(owner, orderNo)
  expect(await counted()).toEqual({ 'outcome="requested"': 2, 'outcome="succeeded"': 1, 'outcome="failed"': 1 })
})

it('counts that of a buyer who cancels, once it is made', async () => {
  const { store, owner, buy, mira } = refunded
  await owner.ask('mutation { updateStore(input: { cancellableMinutes: 30 }, version: 1) { version } }')
  const { orderNo } = await buy()
  provider.next = ['closeUnanswered']
  await dataOf(clientOf(shop, store.subdomain, 'REST').cancelOrder(orderNo, { token: mira.token }))
  expect(await counted()).toEqual({ 'outcome="requested"': 1 })
  now = new Date(now.getTime() + DAY)
  await reconcileRefunds(shop.services)
  expect(await counted()).toEqual({ 'outcome="requested"': 1, 'outcome="succeeded"': 1 })
})

it('counts one of the dashboard, and one that is taken back later', async () => {
  const { buy, sendNotice } = refunded
  const { payment } = await buy()
  const refund = provider.refund(payment.id, 5_000)
  await sendNotice(refundNotice(refund))
  expect(await counted()).toEqual({ 'outcome="succeeded"': 1 })
  for (let time = 0; time < 2; time += 1) await sendNotice(refundNotice(refund, 'refund.failed'))
  expect(await counted()).toEqual({ 'outcome="succeeded"': 1, 'outcome="failed"': 1 })
})

it('counts what the owner marks, and not what the provider no longer reports', async () => {
  const { owner, buy, mark, useKeys } = refunded
  const { orderNo } = await buy()
  provider.next = ['closeUnanswered']
  await refundBy(owner, orderNo)
  await useKeys('a-secret-of-another-merchant')
  now = new Date(now.getTime() + 4 * DAY)
  await reconcileRefunds(shop.services)
  await mark(orderNo)
  expect(await counted()).toEqual({ 'outcome="requested"': 1, 'outcome="marked"': 1 })
})
