import type { Context } from '../../api/context.ts'
import type { WebhookMessage } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'
import { webhookNotFound } from './change-webhook.ts'
import { newMessage, queueMessages } from './emit-events.ts'

type Scope = Pick<Context, 'services' | 'store'>

const switchedOff = () =>
  new Problem('CONFLICT', 'The webhook is switched off. Switch it on first.', {
    reason: 'WEBHOOK_INACTIVE',
  })

/**
 * Whatever its status, with all attempts. It keeps its place before later messages about the same subject.
 * @throws Problem NOT_FOUND; CONFLICT when its webhook is disabled
 */
export async function redeliver({ services, store }: Scope, id: string): Promise<WebhookMessage> {
  const {
    db: { prisma },
    jobs,
  } = services
  const key = { storeId: store.id, id }
  return inTransaction(prisma, async (tx) => {
    const found = isUuid(id)
      ? await tx.webhookMessage.findUnique({ where: { storeId_id: key }, include: { webhook: true } })
      : null
    if (!found) throw new Problem('NOT_FOUND', 'Message not found')
    if (!found.webhook.active) throw switchedOff()
    const { storeId, webhookId, subject } = found
    const message = await tx.webhookMessage.update({
      where: { storeId_id: key },
      data: { status: 'WAITING', attempts: 0, nextAttemptAt: null, endedAt: null },
    })
    await jobs.enqueue(tx, 'webhook-delivery', { storeId, webhookId, subject })
    return message
  })
}

/** A `ping`, whatever events the webhook subscribes to. @throws Problem NOT_FOUND; CONFLICT when it is disabled */
export async function sendTestEvent({ services, store }: Scope, webhookId: string): Promise<WebhookMessage> {
  const {
    db: { prisma },
    jobs,
    clock,
  } = services
  return inTransaction(prisma, async (tx) => {
    const key = { storeId: store.id, id: webhookId }
    const isThere = isUuid(webhookId) && (await lockRow(tx, 'webhooks', key, { shared: true }))
    const webhook = isThere ? await tx.webhook.findUnique({ where: { storeId_id: key } }) : null
    if (!webhook) throw webhookNotFound()
    if (!webhook.active) throw switchedOff()
    const event = { type: 'ping', subject: `webhook:${webhookId}`, data: { webhook: { id: webhookId } } }
    const message = newMessage(store.id, webhookId, event, clock())
    await queueMessages(tx, jobs, [message])
    return tx.webhookMessage.findUniqueOrThrow({ where: { storeId_id: { storeId: store.id, id: message.id } } })
  })
}
