import { expect, it, vi } from 'vitest'
import { jobHandlers } from '../src/process/job-handlers.ts'
import { createJobs, type Jobs, jobKinds } from '../src/process/job-kinds.ts'
import { buyer, dataOf, orderRow, productIdOf, razorpay } from './support/buying.ts'
import { clientOf } from './support/client.ts'
import { startFakeProvider } from './support/fake-provider.ts'
import { forAllTests, generousHolds, openShop } from './support/shop.ts'

let now = new Date('2026-06-01T10:00:00Z')

const provider = await forAllTests(startFakeProvider(razorpay))
const shop = await forAllTests(
  openShop({ clock: () => now, paymentsUrl: provider.url, paymentsTimeoutMs: 60_000, holdLimits: generousHolds }),
)
const store = await shop.addStore({
  store: { payments: razorpay },
  products: [{ slug: 'tea', name: 'Tea', price: 100, stock: 1000 }],
})

const place = async () =>
  dataOf(
    clientOf(shop, store.subdomain, 'REST').checkout({
      items: [{ id: await productIdOf(shop, store, 'tea'), qty: 1 }],
      buyer,
    }),
  )

/** A process of its own, which has not yet heard of this minute's routines. */
async function startProcess(): Promise<Jobs> {
  await shop.database.prisma.$executeRaw`DELETE FROM pgboss.job`
  const kinds = {
    ...jobKinds,
    'payment-reconciliation': { ...jobKinds['payment-reconciliation'], pollSeconds: 0.1 },
    'clean-up': { ...jobKinds['clean-up'], pollSeconds: 0.1 },
  }
  const { executeSql } = shop.database
  const jobs = createJobs({ executeSql, logger: shop.services.logger, kinds, upkeepSeconds: 1 })
  jobs.start(jobHandlers(shop.services))
  return jobs
}

it('an order that was paid and never verified is settled by the queue; what others held is given up', async () => {
  const paid = await place()
  const left = await place()
  provider.pay(paid.providerOrderId)
  now = new Date('2026-06-01T10:20:00Z')
  const jobs = await startProcess()
  await vi.waitFor(async () => expect((await orderRow(shop, store, paid.orderNo)).status).toBe('CONFIRMED'), 60_000)
  await vi.waitFor(async () => expect(await shop.database.prisma.stockHold.count()).toBe(0), 60_000)
  expect((await orderRow(shop, store, left.orderNo)).status).toBe('PENDING')
  await jobs.stop(1_000)
})

it('a process that stops does not wait for a provider that hangs', async () => {
  await place()
  now = new Date('2026-06-01T10:40:00Z')
  provider.mode = 'hang'
  const before = provider.requests.length
  const jobs = await startProcess()
  await vi.waitFor(() => expect(provider.requests.length).toBeGreaterThan(before), 60_000)
  const started = performance.now()
  await jobs.stop(60_000)
  expect(performance.now() - started).toBeLessThan(30_000)
})
