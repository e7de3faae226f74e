import type { Context } from '../../api/context.ts'
import type { Prisma, Webhook, WebhookMessage } from '../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../../platform/counted-page.ts'
import { newestFirst } from '../../platform/pagination.ts'
import { isUuid } from '../../platform/uuid.ts'
import { webhookNotFound } from './change-webhook.ts'

/** A CHECK of the database holds the same list. */
export const WebhookMessageStatus = {
  WAITING: 'WAITING',
  DELIVERED: 'DELIVERED',
  GIVEN_UP: 'GIVEN_UP',
} as const
export type WebhookMessageStatus = (typeof WebhookMessageStatus)[keyof typeof WebhookMessageStatus]

type Scope = Pick<Context, 'services' | 'store'>

/** Oldest first. */
export const listWebhooks = ({ services, store }: Scope): Promise<Webhook[]> =>
  services.db.prisma.webhook.findMany({ where: { storeId: store.id }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })

interface MessageFilter {
  status?: WebhookMessageStatus | null | undefined
  webhookId?: string | null | undefined
}

/** Newest first. @throws Problem BAD_USER_INPUT; NOT_FOUND for an unknown webhook */
export async function listMessages(
  { services, store }: Scope,
  { status, webhookId, ...page }: CountedPageArgs & MessageFilter,
): Promise<CountedConnection<WebhookMessage>> {
  if (webhookId != null && !isUuid(webhookId)) throw webhookNotFound()
  const { webhookMessage } = services.db.prisma
  const where: Prisma.WebhookMessageWhereInput = {
    storeId: store.id,
    ...(status && { status }),
    ...(webhookId != null && { webhookId }),
  }
  return countedRows(newestFirst, page, webhookMessage, where)
}
