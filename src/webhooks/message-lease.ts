import type { Services } from '../gateway/context.ts'
import type { StoreJobs } from '../gateway/job-kinds.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { inTransaction } from '../platform/database/transaction.ts'

/** Longer than any attempt takes. After this time the process that holds the lease counts as dead. */
const LEASE_SECONDS = 30

export type Delivery = StoreJobs['webhook-delivery']
type Keeping = Pick<Services, 'db' | 'jobs' | 'clock'>

/** A message that this process alone may send, with what it needs for that. */
export interface LeasedMessage {
  storeId: string
  id: string
  webhookId: string
  body: string
  /** Failed attempts so far. */
  attempts: number
  leasedUntil: Date
  url: string
  active: boolean
  sealedSecret: string
  sealedPreviousSecret: string | null
  previousSecretTill: Date | null
}

type Head = Omit<LeasedMessage, 'leasedUntil'> & { isEarly: boolean; leasedSeconds: number | null }

/**
 * Leases the oldest waiting message of a webhook and subject; later messages wait until it has ended. Null when no
 * message waits, when the next attempt is not due yet, or when another process holds the lease. The remaining messages
 * are never forgotten: after a failed attempt a job is queued for the next one, and this function queues a job for the
 * end of a foreign lease, in case its process has died. All times are those of the database, which the job queue uses,
 * too.
 */
export function leaseNext({ db: { prisma }, jobs }: Keeping, delivery: Delivery): Promise<LeasedMessage | null> {
  const { storeId, webhookId, subject } = delivery
  return inTransaction(prisma, async (tx) => {
    // FOR UPDATE waits for the transaction that holds the row, and then reads what it wrote.
    const [head] = await tx.$queryRaw<Head[]>`
      SELECT message.store_id AS "storeId", message.id, webhook_id AS "webhookId", body, attempts, url, active,
        sealed_secret AS "sealedSecret", sealed_previous_secret AS "sealedPreviousSecret",
        previous_secret_till AS "previousSecretTill",
        coalesce(next_attempt_at > now(), false) AS "isEarly",
        extract(epoch FROM leased_until - now())::float8 AS "leasedSeconds"
      FROM webhook_messages AS message
      JOIN webhooks ON webhooks.store_id = message.store_id AND webhooks.id = webhook_id
      WHERE message.store_id = ${storeId}::uuid AND webhook_id = ${webhookId}::uuid AND subject = ${subject}
        AND status = 'WAITING'
      ORDER BY sequence LIMIT 1 FOR UPDATE OF message`
    if (!head) return null
    const { isEarly, leasedSeconds, ...message } = head
    if (leasedSeconds !== null && leasedSeconds > 0) {
      await jobs.enqueue(tx, 'webhook-delivery', delivery, leasedSeconds + 1)
      return null
    }
    if (isEarly) return null
    const [lease] = await tx.$queryRaw<{ leasedUntil: Date }[]>`
      UPDATE webhook_messages SET leased_until = ${inSeconds(LEASE_SECONDS)}
      WHERE store_id = ${storeId}::uuid AND id = ${message.id}::uuid RETURNING leased_until AS "leasedUntil"`
    return lease ? { ...message, ...lease } : null
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
  // Both times count from the start of the transaction, in whole milliseconds, so that the attempt is due when the job
  // runs.
  const pause = Math.floor(seconds * 1000) / 1000
  await inTransaction(prisma, async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE webhook_messages SET attempts = attempts + 1, last_error = ${reason}, leased_until = NULL,
        next_attempt_at = ${inSeconds(pause)}
      WHERE store_id = ${message.storeId}::uuid AND id = ${message.id}::uuid AND status = 'WAITING'
        AND leased_until = ${message.leasedUntil}`
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

const inSeconds = (seconds: number): Prisma.Sql =>
  Prisma.sql`date_trunc('milliseconds', now()) + ${seconds}::float8 * interval '1 second'`
