import type { Service, Store } from '../generated/prisma/client.ts'
import type { Context, Services } from '../graphql/context.ts'
import { MOST_COUNTED } from '../platform/counted-page.ts'
import { newestFirst } from '../platform/pagination.ts'

/** Counts as far as lists do, along the index. */
const counted = { orderBy: newestFirst.orderBy, take: MOST_COUNTED + 1 }

type Scope = Pick<Context, 'services' | 'store'>

/** Reads the store from the database, because the request's copy may be a second old. */
export const readStore = ({ services, store }: Scope): Promise<Store> =>
  services.db.prisma.store.findUniqueOrThrow({ where: { id: store.id } })

/** A service that the store offers besides products, with the currency of its price. */
export type OfferedService = Service & Pick<Store, 'currency'>

/** The store's services in the order that its owner gave them. */
export async function listServices(
  { db: { prisma } }: Pick<Services, 'db'>,
  { id: storeId, currency }: Store,
): Promise<OfferedService[]> {
  const services = await prisma.service.findMany({
    where: { storeId },
    orderBy: [{ position: 'asc' }, { name: 'asc' }],
  })
  return services.map((service) => ({ ...service, currency }))
}

export const countOrdersNeedingAttention = ({ services, store }: Scope): Promise<number> =>
  services.db.prisma.order.count({ where: { storeId: store.id, needsAttention: { not: null } }, ...counted })

export const countPendingReviews = ({ services, store }: Scope): Promise<number> =>
  services.db.prisma.review.count({ where: { storeId: store.id, status: 'PENDING' }, ...counted })
