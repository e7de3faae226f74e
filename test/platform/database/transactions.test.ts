import { expect, test } from 'vitest'
import { Prisma } from '../../../src/generated/prisma/client.ts'
import { inSqlTransaction, inTransaction } from '../../../src/platform/database/transaction.ts'
import { forAllTests } from '../../support/for-all-tests.ts'
import { openTestDatabase } from '../../support/test-database.ts'

const statements: string[] = []

const database = await forAllTests(openTestDatabase({ onQuery: (sql) => statements.push(sql) }))

async function createShop(subdomain: string): Promise<string> {
  const { id } = await database.prisma.store.create({ data: { subdomain, businessName: 'Tea', currency: 'INR' } })
  return id
}

test('fifty transactions at once, a third of which roll back, count exactly', async () => {
  const storeId = await createShop('counting')
  await database.prisma.storeUsage.create({ data: { storeId } })

  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, i) =>
      database.prisma.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT leads FROM store_usage WHERE store_id = ${storeId}::uuid FOR UPDATE`
        const { leads } = await tx.storeUsage.findUniqueOrThrow({ where: { storeId } })
        await tx.storeUsage.update({ where: { storeId }, data: { leads: leads + 1 } })
        if (i % 3 === 0) throw new Error('changed my mind')
      }),
    ),
  )

  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(17)
  expect(await database.prisma.storeUsage.findUnique({ where: { storeId } })).toMatchObject({ leads: 33 })
})

test('nobody sees what a transaction has not committed', async () => {
  const storeId = await createShop('unseen')
  let seenDuring: Promise<number> | undefined

  await database.prisma
    .$transaction(async (tx) => {
      await tx.service.create({ data: { storeId, name: 'Gift wrapping' } })
      seenDuring = database.prisma.service.count({ where: { storeId } }).then((count) => count)
      await new Promise((resolve) => setTimeout(resolve, 50))
      throw new Error('never mind')
    })
    .catch(() => {})

  expect(await seenDuring).toBe(0)
  expect(await database.prisma.service.count({ where: { storeId } })).toBe(0)
})

test('a transaction in a transaction rolls back alone', async () => {
  const storeId = await createShop('nested')

  await database.prisma.$transaction(async (tx) => {
    await tx.service.create({ data: { storeId, name: 'kept' } })
    await tx
      .$transaction(async (inner) => {
        await inner.service.create({ data: { storeId, name: 'dropped' } })
        throw new Error('only this one')
      })
      .catch(() => {})
  })

  expect(await database.prisma.service.findMany({ where: { storeId }, select: { name: true } })).toEqual([
    { name: 'kept' },
  ])
})

test.each(['40P01', '40001'])('what PostgreSQL cancels with %s each time is reported as busy', async (state) => {
  const cancel = `DO $$ BEGIN RAISE EXCEPTION 'cancelled' USING ERRCODE = '${state}'; END $$`
  let attempts = 0
  const work = (tx: { $executeRawUnsafe(sql: string): PromiseLike<number> }) => {
    attempts += 1
    return Promise.resolve(tx.$executeRawUnsafe(cancel))
  }
  await expect(inTransaction(database.prisma, work)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(attempts).toBe(4)
  const inSql = inSqlTransaction(database.sql, (tx) => {
    attempts += 1
    return tx.$executeRaw(Prisma.raw(cancel))
  })
  await expect(inSql).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(attempts).toBe(8)
})

test('a broken unique key is reported by its name', async () => {
  await createShop('taken')
  await expect(createShop('taken')).rejects.toMatchObject({
    code: 'P2002',
    meta: { driverAdapterError: { cause: { constraint: { index: 'stores_subdomain_key' } } } },
  })
})

test('times are kept in UTC to the millisecond', async () => {
  const createdAt = new Date('2026-03-29T01:30:00.123Z')
  const { id } = await database.prisma.store.create({
    data: { subdomain: 'on-time', businessName: 'Tea', currency: 'INR', createdAt },
  })
  const rows = await database.prisma.$queryRaw<{ exact: boolean }[]>`
    SELECT created_at = '2026-03-29T01:30:00.123Z'::timestamptz AS exact FROM stores WHERE id = ${id}::uuid`
  expect(rows).toEqual([{ exact: true }])
  expect(await database.prisma.store.findUnique({ where: { id }, select: { createdAt: true } })).toEqual({ createdAt })
})

test('each statement that Prisma sends is reported', async () => {
  statements.length = 0
  await database.prisma.store.findMany({ where: { active: true } })
  expect(statements).toEqual([expect.stringContaining('FROM "public"."stores"')])
})

test('the database says that it can be reached, until it is closed', async () => {
  const another = await openTestDatabase()
  expect(await another.isReachable()).toBe(true)
  await another.close()
  expect(await another.isReachable()).toBe(false)
})

test.each(['run', 'runLast'])(
  'a transaction whose work keeps a failure to itself fails all the same: %s',
  async (how) => {
    const storeId = await createShop(`silent-${how.toLowerCase()}`)
    const transaction = database.sql.transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO services (store_id, name) VALUES (${storeId}::uuid, 'lost')`
      const failing = Prisma.sql`SELECT 1 / 0`
      await (how === 'run' ? tx.$executeRaw(failing) : tx.$executeLast(failing)).catch(() => {})
    })
    await expect(transaction).rejects.toThrow(how === 'run' ? 'current transaction is aborted' : /has ended|is aborted/)
    expect(await database.prisma.service.count({ where: { storeId } })).toBe(0)
    expect(await database.sql.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
  },
)

test.each(['run', 'runLast'])('a transaction with a value that cannot be sent writes nothing: %s', async (how) => {
  const storeId = await createShop(`unsendable-${how.toLowerCase()}`)
  const circular: { self?: object } = {}
  circular.self = circular
  const transaction = database.sql.transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO services (store_id, name) VALUES (${storeId}::uuid, 'lost')`
    const unsendable = Prisma.sql`INSERT INTO services (store_id, name) VALUES (${storeId}::uuid, ${circular}::jsonb::text)`
    await (how === 'run' ? tx.$executeRaw(unsendable) : tx.$executeLast(unsendable))
  })
  await expect(transaction).rejects.toThrow('circular')
  expect(await database.prisma.service.count({ where: { storeId } })).toBe(0)
  await expect(database.sql.$queryRaw`SELECT ${circular}::jsonb`).rejects.toThrow('circular')
  expect(await database.sql.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }])
})

test('a transaction that goes back to a savepoint commits what comes after it', async () => {
  const storeId = await createShop('savepoint')
  await database.sql.transaction(async (tx) => {
    await tx.$executeRaw`SAVEPOINT before`
    await tx.$executeRaw`SELECT 1 / 0`.catch(() => {})
    await tx.$executeRaw`ROLLBACK TO before`
    await tx.$executeLast(Prisma.sql`INSERT INTO services (store_id, name) VALUES (${storeId}::uuid, 'kept')`)
  })
  expect(await database.prisma.service.count({ where: { storeId } })).toBe(1)
})
