import type { Store } from '../../src/generated/prisma/client.ts'
import type { Owner } from '../support/owner.ts'
import type { Shop } from '../support/shop.ts'

export const CREATE = `mutation ($input: NewWebhookInput!) {
  createWebhook(input: $input) { secret webhook { id url events active offReason version previousSecretTill } }
}`

export const createWebhook = async (owner: Owner, input: object): Promise<{ secret: string; webhook: any }> =>
  (await owner.ask(CREATE, { input })).createWebhook

/** The events for the store's webhooks, sent or not, the earliest first. */
export async function eventsOf(shop: Shop, store: Store): Promise<any[]> {
  const where = { storeId: store.id }
  const messages = await shop.database.prisma.webhookMessage.findMany({ where, orderBy: { sequence: 'asc' } })
  return messages.map(({ body }) => JSON.parse(body))
}
