import { Prisma } from '../../generated/prisma/client.ts'
import { before, type Retention } from '../../platform/database/retention.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { DAY_MS } from '../../platform/time.ts'

// SQL: locks several webhooks at once, leases by the database's clock, and ends old messages of all stores.

export interface StoreSettings {
  lowStockThreshold: number
  /** Whether the owner has an address. */
  mailsOwner: boolean
}

interface Listener {
  webhookId: string
  /** Empty for all events. */
  events: string[]
}

/** The store's settings with one of its webhooks, or none. */
export type Listening = StoreSettings & (Listener | { webhookId: null; events: null })

/**
 * Locks the webhooks, so that none is deleted before its message is written.
 * @param condition without which none is found, nor locked
 */
export const subscriptionsOf = (storeId: string, condition = Prisma.sql`true`): Prisma.Sql => Prisma.sql`
  SELECT listening.id AS "webhookId", events, low_stock_threshold AS "lowStockThreshold",
    owner_email IS NOT NULL AS "mailsOwner"
  FROM stores LEFT JOIN (
    SELECT id, store_id, events FROM webhooks WHERE store_id = ${storeId}::uuid AND active AND ${condition}
    FOR KEY SHARE
  ) AS listening ON listening.store_id = stores.id
  WHERE stores.id = ${storeId}::uuid
  ORDER BY listening.id`

export const findSubscriptions = (tx: SqlClient, storeId: string): Promise<Listening[]> =>
  tx.$queryRaw<Listening[]>(subscriptionsOf(storeId))

/** Longer than any attempt takes; then the lease holder counts as dead. */
const LEASE_SECONDS = 30

/** Only this process may send it. */
export interface LeasedMessage {
  storeId: string
  id: string
  webhookId: string
  body: string
  attempts: number
  leasedUntil: Date
  url: string
  active: boolean
  sealedSecret: string
  sealedPreviousSecret: string | null
  previousSecretTill: Date | null
}

/** Of one webhook about one subject. */
export interface Delivery {
  storeId: string
  webhookId: string
  subject: string
}

export type Head = Omit<LeasedMessage, 'leasedUntil'> & { isEarly: boolean; leasedSeconds: number | null }

/** Waits for a transaction that holds the row, and then reads what that wrote. */
export async function lockHead(tx: SqlClient, { storeId, webhookId, subject }: Delivery): Promise<Head | null> {
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
  return head ?? null
}

/** @returns until when */
export async function lease(
  tx: SqlClient,
  { storeId, id }: Pick<LeasedMessage, 'storeId' | 'id'>,
): Promise<Date | undefined> {
  const [leased] = await tx.$queryRaw<{ leasedUntil: Date }[]>`
    UPDATE webhook_messages SET leased_until = ${inSeconds(LEASE_SECONDS)}
    WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid RETURNING leased_until AS "leasedUntil"`
  return leased?.leasedUntil
}

/**
 * The pause counts from the start of the transaction, as that of a job queued in it.
 * @returns 0 when this process no longer holds the lease
 */
export const scheduleAttempt = (
  tx: SqlClient,
  { storeId, id, leasedUntil }: LeasedMessage,
  { seconds, reason }: { seconds: number; reason: string },
): Promise<number> =>
  tx.$executeRaw`
    UPDATE webhook_messages SET attempts = attempts + 1, last_error = ${reason}, leased_until = NULL,
      next_attempt_at = ${inSeconds(seconds)}
    WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid AND status = 'WAITING' AND leased_until = ${leasedUntil}`

const inSeconds = (seconds: number): Prisma.Sql =>
  Prisma.sql`date_trunc('milliseconds', now()) + ${seconds}::float8 * interval '1 second'`

/** For finding out later why a receiver missed an event. */
const DELIVERED_RETENTION_MS = 7 * DAY_MS
const GIVEN_UP_RETENTION_MS = 30 * DAY_MS

/**
 * Longer than all attempts take; if a receiver lets every call hang, its messages may never reach their last attempt.
 */
const WAITING_MS = 7 * DAY_MS

/** Deletes old ended messages, and gives up those that have waited for a week. */
export const messageRetention: Readonly<Record<string, Retention>> = {
  forgottenMessages: {
    table: 'webhook_messages',
    outdated: (now) => Prisma.sql`
      status = 'WAITING' AND created_at <= ${before(now, WAITING_MS)} AND coalesce(leased_until <= now(), true)`,
    change: (now) => Prisma.sql`status = 'GIVEN_UP', ended_at = ${now}, leased_until = NULL`,
  },
  deliveredMessages: {
    table: 'webhook_messages',
    outdated: (now) => Prisma.sql`status = 'DELIVERED' AND ended_at <= ${before(now, DELIVERED_RETENTION_MS)}`,
  },
  givenUpMessages: {
    table: 'webhook_messages',
    outdated: (now) => Prisma.sql`status = 'GIVEN_UP' AND ended_at <= ${before(now, GIVEN_UP_RETENTION_MS)}`,
  },
}
