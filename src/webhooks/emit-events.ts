import { randomUUID } from 'node:crypto'
import type { Services } from '../gateway/context.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import type { WebhookEvent } from './event-types.ts'

/** What an event may depend on beside itself. */
export interface StoreSettings {
  lowStockThreshold: number
}

interface Listener extends StoreSettings {
  webhookId: string
  /** Empty: all events. */
  events: string[]
}

/**
 * Writes what the store's webhooks are told, in the transaction that does it: they hear of it once that commits, and
 * never otherwise. Without a webhook it is one statement, and nothing is made up. Call it last, and while what the events
 * are about is locked: that gives them their order.
 */
export async function emitEvents(
  tx: Prisma.TransactionClient,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  storeId: string,
  tell: (settings: StoreSettings) => readonly WebhookEvent[],
): Promise<void> {
  // The lock keeps a webhook from being deleted before its message is there.
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

/** A message for one webhook. What it says stays the same, however often it is sent. */
export function newMessage(
  storeId: string,
  webhookId: string,
  { type, subject, data }: { type: string; subject: string; data: object },
  now: Date,
) {
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  return { storeId, id: randomUUID(), webhookId, type, subject, body, createdAt: now }
}

/** Writes messages down, in their order, and has them delivered. */
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
