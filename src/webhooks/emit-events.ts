import { randomUUID } from 'node:crypto'
import type { Services } from '../gateway/context.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { WebhookEvent } from './event-types.ts'

/** Settings of the store that events may depend on. */
export interface StoreSettings {
  lowStockThreshold: number
}

interface Listener extends StoreSettings {
  webhookId: string
  /** Empty for all events. */
  events: string[]
}

/**
 * Writes the messages for the store's webhooks in the transaction that makes the change, so that they are sent if and
 * only if it commits. For a store without webhooks it costs one SQL statement, and the events are not built. Call it
 * last, while what the events are about is still locked, so that messages are sent in the order of the changes.
 */
export async function emitEvents(
  tx: Prisma.TransactionClient,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  storeId: string,
  tell: (settings: StoreSettings) => readonly WebhookEvent[],
): Promise<void> {
  // Lock the webhooks, so that none is deleted before its message is written.
  const listeners = await tx.$queryRaw<Listener[]>`
    SELECT webhooks.id AS "webhookId", events, low_stock_threshold AS "lowStockThreshold"
    FROM webhooks JOIN stores ON stores.id = store_id
    WHERE store_id = ${storeId}::uuid AND webhooks.active
    ORDER BY webhooks.id FOR KEY SHARE OF webhooks`
  const [settings] = listeners
  if (!settings) return
  const now = clock()
  const messages = tell(settings).flatMap((event) =>
    listeners
      .filter(({ events }) => events.length === 0 || events.includes(event.type))
      .map(({ webhookId }) => newMessage(storeId, webhookId, event, now)),
  )
  await queueMessages(tx, jobs, messages)
}

/** Builds a message for one webhook. Its body is fixed here and stays the same for every attempt. */
export function newMessage(
  storeId: string,
  webhookId: string,
  { type, subject, data }: { type: string; subject: string; data: object },
  now: Date,
) {
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  return { storeId, id: randomUUID(), webhookId, type, subject, body, createdAt: now }
}

/** Stores messages in order and queues their delivery. */
export async function queueMessages(
  tx: Prisma.TransactionClient,
  jobs: Services['jobs'],
  messages: readonly ReturnType<typeof newMessage>[],
): Promise<void> {
  if (messages.length === 0) return
  await tx.webhookMessage.createMany({ data: [...messages] })
  const deliveries = new Map(
    messages.map(({ storeId, webhookId, subject }) => [`${webhookId} ${subject}`, { storeId, webhookId, subject }]),
  )
  for (const delivery of deliveries.values()) await jobs.enqueue(tx, 'webhook-delivery', delivery)
}
