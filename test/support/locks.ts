import { expect } from 'vitest'
import type { Prisma, PrismaClient } from '../../src/generated/prisma/client.ts'

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
