import type { Prisma, Subscriber } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../platform/counted-page.ts'
import { latestBy } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { containing, searchText } from '../platform/text/search-text.ts'
import { isUuid } from '../platform/uuid.ts'

type Scope = Pick<Context, 'services' | 'store'>

export const latestFirst = latestBy('consentedAt')

/** Newest first. @throws Problem BAD_USER_INPUT */
export async function listSubscribers(
  { services, store }: Scope,
  { search, ...page }: CountedPageArgs & { search?: string | null | undefined },
): Promise<CountedConnection<Subscriber>> {
  const { subscriber } = services.db.prisma
  const text = searchText(search)
  const where: Prisma.SubscriberWhereInput = {
    storeId: store.id,
    ...(text !== null && { OR: containing(['email', 'name'], text) }),
  }
  return countedRows(latestFirst, page, subscriber, where)
}

/** @throws Problem NOT_FOUND */
export async function removeSubscriber({ services, store }: Scope, id: string): Promise<Subscriber> {
  const notFound = new Problem('NOT_FOUND', 'Subscriber not found')
  if (!isUuid(id)) throw notFound
  const where = { storeId: store.id, id }
  const subscriber = await services.db.prisma.subscriber.findFirst({ where })
  const { count } = await services.db.prisma.subscriber.deleteMany({ where })
  if (!subscriber || count === 0) throw notFound
  return subscriber
}
