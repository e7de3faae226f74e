import { expect } from 'vitest'
import { Prisma, type PrismaClient } from '../../src/generated/prisma/client.ts'

/** Runs the statement, which locks something, in a transaction of its own, and keeps that open until it is released. */
export function lock(prisma: PrismaClient, statement: Prisma.Sql): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    const holding = prisma.$transaction(
      async (tx) => {
        await tx.$queryRaw(statement)
        await new Promise<void>((end) => {
          resolve(() => {
            end()
            return holding
          })
        })
      },
      { timeout: 20_000 },
    )
    holding.catch(reject)
  })
}

/** Waits until so many connections to the database wait for a lock. */
export const untilWaiting = (prisma: PrismaClient, count: number): Promise<void> =>
  expect
    .poll(
      () => prisma.$queryRaw`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      { timeout: 10_000, interval: 10 },
    )
    .toEqual([{ count }])

/** What an order counts on, in the order in which it is locked. */
export const lockedTables = ['products', 'variants', 'customers', 'carts', 'discounts'] as const
export type LockedTable = (typeof lockedTables)[number]

/** All rows of a store. */
export const rowsOf = (storeId: string, table: string): Prisma.Sql =>
  Prisma.sql`SELECT id FROM ${Prisma.raw(table)} WHERE store_id = ${storeId}::uuid`

/** Waits until somebody waits for the step, and returns in which other tables rows of the store are locked by then. */
export async function lockedWhileWaiting(prisma: PrismaClient, storeId: string, step: string): Promise<LockedTable[]> {
  await untilWaiting(prisma, 1)
  const locked: LockedTable[] = []
  for (const table of lockedTables.filter((name) => name !== step)) {
    const rows = rowsOf(storeId, table)
    const all = await prisma.$queryRaw<object[]>(rows)
    const free = await prisma.$queryRaw<object[]>(Prisma.sql`${rows} FOR NO KEY UPDATE SKIP LOCKED`)
    if (free.length < all.length) locked.push(table)
  }
  return locked
}
