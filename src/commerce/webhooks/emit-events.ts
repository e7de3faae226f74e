import { randomUUID } from 'node:crypto'
import type { Services } from '../../api/context.ts'
import { insertRows } from '../../platform/database/bulk-rows.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import type { WebhookEvent } from './event-types.ts'
import { findSubscriptions, type Listening, type StoreSettings } from './webhooks.sql.ts'

/**
 * Writes messages in the transaction that makes the change. A store without webhooks costs one SQL statement. Call it
 * while the subjects are locked, so that messages keep the order of the changes. @returns the store's settings
 */
export async function emitEvents(
  tx: SqlClient,
  services: Pick<Services, 'jobs' | 'clock'>,
  storeId: string,
  eventsOf: (settings: StoreSettings) => readonly WebhookEvent[],
): Promise<StoreSettings> {
  return enqueueEvents(tx, services, storeId, await findSubscriptions(tx, storeId), eventsOf)
}

/** `emitEvents` for listeners that were read along with something else. */
export async function enqueueEvents(
  tx: SqlClient,
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  storeId: string,
  found: readonly Listening[],
  eventsOf: (settings: StoreSettings) => readonly WebhookEvent[],
): Promise<StoreSettings> {
  const [settings] = found
  if (!settings) throw new Error('The store is not there')
  const listeners = found.filter((listening) => listening.webhookId !== null)
  if (listeners.length === 0) return settings
  const now = clock()
  const messages = eventsOf(settings).flatMap((event) =>
    listeners
      .filter(({ events }) => events.length === 0 || events.includes(event.type))
      .map(({ webhookId }) => newMessage(storeId, webhookId, event, now)),
  )
  await queueMessages(tx, jobs, messages)
  return settings
}

/** The body stays the same for every attempt. */
export function newMessage(
  storeId: string,
  webhookId: string,
  { type, subject, data }: { type: string; subject: string; data: object },
  now: Date,
) {
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  return { storeId, id: randomUUID(), webhookId, type, subject, body, createdAt: now }
}

const messageTable = {
  name: 'webhook_messages',
  columns: {
    id: ['id', 'uuid'],
    webhookId: ['webhook_id', 'uuid'],
    type: ['type', 'text'],
    subject: ['subject', 'text'],
    body: ['body', 'text'],
    createdAt: ['created_at', 'timestamptz'],
  },
} as const

/** Keeps the order of the messages of one store. */
export async function queueMessages(
  tx: SqlClient,
  jobs: Services['jobs'],
  messages: readonly ReturnType<typeof newMessage>[],
): Promise<void> {
  const [first] = messages
  if (!first) return
  await insertRows({ tx, storeId: first.storeId }, messageTable, messages)
  const deliveries = new Map(
    messages.map(({ storeId, webhookId, subject }) => [`${webhookId} ${subject}`, { storeId, webhookId, subject }]),
  )
  for (const delivery of deliveries.values()) await jobs.enqueue(tx, 'webhook-delivery', delivery)
}
