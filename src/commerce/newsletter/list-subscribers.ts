import type { Context } from '../../api/context.ts'
import type { Subscriber } from '../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../../platform/counted-page.ts'
import { containsWords, foundRows } from '../../platform/database/found-rows.sql.ts'
import { latestBy } from '../../platform/pagination.ts'
import { Problem } from '../../platform/problem.ts'
import { searchText } from '../../platform/text/search-text.ts'
import { isUuid } from '../../platform/uuid.ts'

type Scope = Pick<Context, 'services' | 'store'>

export const latestFirst = latestBy('consentedAt')

/** Newest first. @throws Problem BAD_USER_INPUT */
export async function listSubscribers(
  { services, store }: Scope,
  { search, ...page }: CountedPageArgs & { search?: string | null | undefined },
): Promise<CountedConnection<Subscriber>> {
  const { subscriber } = services.db.prisma
  const text = searchText(search)
  if (text === null) return countedRows(latestFirst, page, subscriber, { storeId: store.id })
  return foundRows(latestFirst, page, {
    sql: services.db.prisma,
    table: 'subscribers',
    storeId: store.id,
    conditions: [containsWords(['name', 'email'], text)],
    find: ({ where, orderBy }) => subscriber.findMany({ where: { storeId: store.id, ...where }, orderBy }),
  })
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
