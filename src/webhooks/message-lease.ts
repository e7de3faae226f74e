import type { Prisma } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import type { StoreJobs } from '../job-kinds.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { type LeasedMessage, lease, lockHead, scheduleAttempt } from './webhooks.sql.ts'

export type Delivery = StoreJobs['webhook-delivery']
type Keeping = Pick<Services, 'db' | 'jobs' | 'clock'>

/**
 * Leases the oldest waiting message of a webhook and subject; later messages wait until it has ended. Null when no
 * message waits, when the next attempt is not due yet, or when another process holds the lease. The remaining messages
 * are never forgotten: after a failed attempt a job is queued for the next one, and this function queues a job for the
 * end of a foreign lease, in case its process has died. All times are those of the database, which the job queue uses,
 * too.
 */
export function leaseNext({ db: { prisma }, jobs }: Keeping, delivery: Delivery): Promise<LeasedMessage | null> {
  return inTransaction(prisma, async (tx) => {
    const head = await lockHead(tx, delivery)
    if (!head) return null
    const { isEarly, leasedSeconds, ...message } = head
    if (leasedSeconds !== null && leasedSeconds > 0) {
      await jobs.enqueue(tx, 'webhook-delivery', delivery, leasedSeconds + 1)
      return null
    }
    if (isEarly) return null
    const leasedUntil = await lease(tx, message)
    return leasedUntil ? { ...message, leasedUntil } : null
  })
}

/** Ends the lease of a message that was not sent. */
export async function release({ db: { prisma } }: Keeping, message: LeasedMessage): Promise<void> {
  await prisma.webhookMessage.updateMany({ where: held(message), data: { leasedUntil: null } })
}

export const markDelivered = (services: Keeping, message: LeasedMessage): Promise<void> =>
  end(services, message, { status: 'DELIVERED', lastError: null, attempts: message.attempts + 1 })

/** Ends a message without delivery, after `attempts` attempts in all. */
export const giveUp = (services: Keeping, message: LeasedMessage, reason: string, attempts: number): Promise<void> =>
  end(services, message, { status: 'GIVEN_UP', lastError: reason, attempts })

async function end(
  { db: { prisma }, clock }: Keeping,
  message: LeasedMessage,
  outcome: { status: 'DELIVERED' | 'GIVEN_UP'; lastError: string | null; attempts: number },
): Promise<void> {
  const data = { ...outcome, endedAt: clock(), leasedUntil: null, nextAttemptAt: null }
  await prisma.webhookMessage.updateMany({ where: held(message), data })
}

/** Schedules the next attempt after a pause. */
export async function sendLater(
  { db: { prisma }, jobs }: Keeping,
  delivery: Delivery,
  message: LeasedMessage,
  { seconds, reason }: { seconds: number; reason: string },
): Promise<void> {
  // In whole milliseconds, so that the attempt is due when the job runs.
  const pause = Math.floor(seconds * 1000) / 1000
  await inTransaction(prisma, async (tx) => {
    const count = await scheduleAttempt(tx, message, { seconds: pause, reason })
    if (count > 0) await jobs.enqueue(tx, 'webhook-delivery', delivery, pause)
  })
}

/**
 * Disables a webhook whose receiver answers that it wants no more messages, and gives up its waiting messages. Does
 * nothing if the webhook's URL was changed in the meantime.
 */
export async function switchOff(
  { db: { prisma }, clock }: Keeping,
  { storeId, webhookId, url }: LeasedMessage,
  reason: string,
): Promise<void> {
  const now = clock()
  await inTransaction(prisma, async (tx) => {
    const { count } = await tx.webhook.updateMany({
      where: { storeId, id: webhookId, url, active: true },
      data: { active: false, offReason: reason, updatedAt: now, version: { increment: 1 } },
    })
    if (count > 0) await endWaiting(tx, { storeId, webhookId, reason, now })
  })
}

export const SWITCHED_OFF = 'The webhook is switched off.'

/** Gives up all waiting messages of a webhook. */
export async function endWaiting(
  tx: Prisma.TransactionClient,
  { storeId, webhookId, reason, now }: { storeId: string; webhookId: string; reason: string; now: Date },
): Promise<void> {
  await tx.webhookMessage.updateMany({
    where: { storeId, webhookId, status: 'WAITING' },
    data: { status: 'GIVEN_UP', endedAt: now, lastError: reason, leasedUntil: null, nextAttemptAt: null },
  })
}

/** Matches the message only while this process holds its lease. */
const held = ({ storeId, id, leasedUntil }: LeasedMessage) => ({ storeId, id, status: 'WAITING' as const, leasedUntil })
