import type { Services } from '../../api/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type Delivery, type LeasedMessage, lease, lockHead, scheduleAttempt } from './webhooks.sql.ts'

type LeaseServices = Pick<Services, 'db' | 'jobs' | 'clock'>

/**
 * Leases the oldest waiting message of a webhook and subject. Null when none waits, the next attempt is not due, or
 * another process holds the lease; a job then waits for the end of that lease, in case the process died. Times are the
 * database's.
 */
export function leaseNext({ db: { prisma }, jobs }: LeaseServices, delivery: Delivery): Promise<LeasedMessage | null> {
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

export async function release({ db: { prisma } }: LeaseServices, message: LeasedMessage): Promise<void> {
  await prisma.webhookMessage.updateMany({ where: held(message), data: { leasedUntil: null } })
}

export const markDelivered = (services: LeaseServices, message: LeasedMessage): Promise<void> =>
  end(services, message, { status: 'DELIVERED', lastError: null, attempts: message.attempts + 1 })

/** After `attempts` attempts in all. */
export const giveUp = (
  services: LeaseServices,
  message: LeasedMessage,
  reason: string,
  attempts: number,
): Promise<void> => end(services, message, { status: 'GIVEN_UP', lastError: reason, attempts })

async function end(
  { db: { prisma }, clock }: LeaseServices,
  message: LeasedMessage,
  outcome: { status: 'DELIVERED' | 'GIVEN_UP'; lastError: string | null; attempts: number },
): Promise<void> {
  const data = { ...outcome, endedAt: clock(), leasedUntil: null, nextAttemptAt: null }
  await prisma.webhookMessage.updateMany({ where: held(message), data })
}

export async function sendLater(
  { db: { prisma }, jobs }: LeaseServices,
  delivery: Delivery,
  message: LeasedMessage,
  { seconds, reason }: { seconds: number; reason: string },
): Promise<void> {
  // Whole milliseconds, so that the attempt is due when the job runs.
  const pause = Math.floor(seconds * 1000) / 1000
  await inTransaction(prisma, async (tx) => {
    const count = await scheduleAttempt(tx, message, { seconds: pause, reason })
    if (count > 0) await jobs.enqueue(tx, 'webhook-delivery', delivery, pause)
  })
}

/**
 * For a receiver that wants no more messages; waiting ones are given up. Does nothing if the URL was changed meanwhile.
 */
export async function switchOff(
  { db: { prisma }, clock }: LeaseServices,
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

export async function endWaiting(
  tx: Prisma.TransactionClient,
  { storeId, webhookId, reason, now }: { storeId: string; webhookId: string; reason: string; now: Date },
): Promise<void> {
  await tx.webhookMessage.updateMany({
    where: { storeId, webhookId, status: 'WAITING' },
    data: { status: 'GIVEN_UP', endedAt: now, lastError: reason, leasedUntil: null, nextAttemptAt: null },
  })
}

/** Only while this process holds the lease. */
const held = ({ storeId, id, leasedUntil }: LeasedMessage) => ({ storeId, id, status: 'WAITING' as const, leasedUntil })
