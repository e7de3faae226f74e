import type { PersonContext } from '../../api/context.ts'
import type { Membership, PersonSession, Store } from '../../generated/prisma/client.ts'
import { openAfter } from '../owners/session-lifetime.ts'

export interface ListedMembership extends Membership {
  store: Store
}

type Scope = Pick<PersonContext, 'services' | 'person'>

export async function listMemberships({ services, person }: Scope): Promise<ListedMembership[]> {
  const { prisma } = services.db
  const memberships = await prisma.membership.findMany({ where: { personId: person.id } })
  const ids = memberships.map(({ ofStore }) => ofStore)
  const stores = await prisma.store.findMany({ where: { id: { in: ids } }, orderBy: { subdomain: 'asc' } })
  return stores.flatMap((store) => {
    const membership = memberships.find(({ ofStore }) => ofStore === store.id)
    return membership ? [{ ...membership, store }] : []
  })
}

export function listSessions({ services, person }: Scope): Promise<PersonSession[]> {
  const { createdAt, lastUsedAt } = openAfter(services.clock())
  return services.db.prisma.personSession.findMany({
    where: { personId: person.id, createdAt: { gt: createdAt }, lastUsedAt: { gt: lastUsedAt } },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
  })
}
