import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSeal } from '../../src/platform/secrets/sealed-secrets.ts'
import { type Deed, SECRET } from '../checkout/crash-harness.ts'
import { type Crashes, openCrashes } from '../checkout/crashes.ts'
import { razorpay } from '../support/buying.ts'
import { noPatience } from '../support/chance.ts'
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts'
import { needs } from '../support/needs.ts'

const NOON = Date.parse('2026-06-01T12:00:00Z')
const after = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString()
/** More than a refund and its check have. */
const MOST_STEPS = 20

let provider: FakeProvider
let crashes: Crashes
beforeAll(async () => {
  provider = await startFakeProvider(razorpay)
  crashes = await openCrashes(provider.url)
})
afterAll(async () => {
  await crashes.close()
  await provider.close()
})

/** A store with an order of 170.00 that is paid: its id, and the payment. */
async function openStore(name: string) {
  const { prisma } = await crashes.database()
  const order = provider.order(17_000)
  const payment = provider.pay(order.id)
  const { id: storeId } = await prisma.store.create({
    data: { subdomain: name, businessName: 'Tea House', currency: 'INR' },
  })
  const seal = createSeal([SECRET])
  await prisma.paymentAccount.create({
    data: {
      ...{ storeId, provider: 'RAZORPAY', keyId: razorpay.keyId },
      sealedKeySecret: seal.seal(storeId, razorpay.keySecret),
    },
  })
  const orderNo = `ORD-${name.toUpperCase()}`
  await prisma.order.create({
    data: {
      ...{ storeId, orderNo, status: 'CONFIRMED', paymentStatus: 'PAID', provider: 'RAZORPAY' },
      ...{ providerOrderId: order.id, buyerName: 'Asha', buyerPhone: '98765', buyerPhoneDigits: '98765' },
      ...{ currency: 'INR', subtotal: 17_000n, total: 17_000n, holdExpiresAt: after(-60), createdAt: after(-60) },
      payments: {
        create: {
          ...{ provider: 'RAZORPAY', providerPaymentId: payment.id, amount: 17_000n, currency: 'INR' },
          ...{ source: 'webhook' },
        },
      },
    },
  })
  return { storeId, orderNo, payment }
}

async function expectWhole(storeId: string, paymentId: string) {
  const { prisma } = await crashes.database()
  const where = { storeId }
  // At one moment: the last COMMIT of a process that has died may come in between.
  const [[order], refunds, events] = await prisma.$transaction(
    [
      prisma.order.findMany({ where }),
      prisma.refund.findMany({ where }),
      prisma.orderEvent.count({ where: { ...where, kind: 'refunded' } }),
    ],
    { isolationLevel: 'RepeatableRead' },
  )
  const made = provider.refunds.filter(({ payment_id }) => payment_id === paymentId)
  expect(refunds.length).toBeLessThanOrEqual(1)
  expect(made.length).toBeLessThanOrEqual(refunds.length)
  const isDone = refunds.some(({ status }) => status === 'PROCESSED')
  if (isDone) expect(made).toHaveLength(1)
  expect(order).toMatchObject(
    isDone
      ? { paymentStatus: 'REFUNDED', refundedAmount: 17_000n, needsAttention: null }
      : { paymentStatus: 'PAID', refundedAmount: 0n, needsAttention: null },
  )
  expect(events).toBe(isDone ? 1 : 0)
  return isDone
}

const deeds = ['refund', 'reconcileRefunds'] as const

it.each(deeds)('%s killed at each of its steps gives the money back once', needs(noPatience), async (act) => {
  for (let dieAt = 1; dieAt <= MOST_STEPS; dieAt += 1) {
    const { storeId, orderNo, payment } = await openStore(`${act.toLowerCase()}-${dieAt}`)
    const refund: Deed = { act: 'refund', storeId, orderNo, key: `refund-${storeId}`, at: after(0) }
    const check: Deed = { act: 'reconcileRefunds', storeId, at: after(2) }
    if (act === 'reconcileRefunds') {
      provider.next = ['closeUnanswered']
      await crashes.survive(refund)
    }
    const wasKilled = (await crashes.perish(act === 'refund' ? refund : check, 'commits', dieAt)) === null
    await expectWhole(storeId, payment.id)
    // PostgreSQL may not be done with the last COMMIT of a process that has died. Asking again locks the order, and so waits
    // for it. All of it is later than what such a process had reserved.
    await crashes.survive({ ...refund, at: after(20) })
    await crashes.survive({ ...check, at: after(21) })
    await crashes.survive({ ...refund, at: after(22) })
    expect(await expectWhole(storeId, payment.id)).toBe(true)
    if (!wasKilled) return
  }
  throw new Error('There was no end')
})
