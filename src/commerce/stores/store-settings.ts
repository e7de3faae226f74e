import type { Context, Services } from '../../api/context.ts'
import type { Service, Store } from '../../generated/prisma/client.ts'
import { MOST_COUNTED } from '../../platform/counted-page.ts'
import { newestFirst } from '../../platform/pagination.ts'

/** As far as lists count, along the index. */
const counted = { orderBy: newestFirst.orderBy, take: MOST_COUNTED + 1 }

type Scope = Pick<Context, 'services' | 'store'>

/** The request's copy may be a second old. */
export const readStore = ({ services, store }: Scope): Promise<Store> =>
  services.db.prisma.store.findUniqueOrThrow({ where: { id: store.id } })

export type OfferedService = Service & Pick<Store, 'currency'>

/** In the order that the owner gave them. */
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
