import { expect, it } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { readUnfinishedJobs } from '../../src/platform/jobs/stored-jobs.sql.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())

it('those of an order that are not sent are found by an index', async () => {
  const { prisma } = shop.database
  await prisma.$executeRaw`
    INSERT INTO pgboss.job (name, data, state)
    SELECT 'order-mail', jsonb_build_object('storeId', gen_random_uuid(), 'orderId', gen_random_uuid()), 'created'
    FROM generate_series(1, 10000)`
  await prisma.$executeRaw`ANALYZE pgboss.job`
  const explaining = {
    $queryRaw: (strings: TemplateStringsArray, ...values: unknown[]) =>
      prisma.$queryRaw`EXPLAIN ${Prisma.sql(strings, ...values)}`,
  }
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  const asked = { storeId: crypto.randomUUID(), name: 'orderId', ids }
  // The stand-in has no overload for a finished statement, which is not used here.
  const plan = await readUnfinishedJobs(explaining as unknown as typeof prisma, 'order-mail', asked)
  expect(JSON.stringify(plan)).toContain('order_mail_jobs_of_orders_idx')
  expect(JSON.stringify(plan)).not.toContain('Seq Scan')
})
