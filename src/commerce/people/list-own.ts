import type { Caller } from '../../api/admission/caller.ts'
import type { PersonContext, Services } from '../../api/context.ts'
import type { Membership, Person, PersonSession, Store } from '../../generated/prisma/client.ts'
import { openAfter } from '../owners/session-lifetime.ts'
import { callerAs } from './admit.ts'

export interface ListedMembership extends Membership {
  store: Store
}

/** By the subdomain of their store. */
export async function listMemberships(
  { db: { prisma } }: Pick<Services, 'db'>,
  person: Pick<Person, 'id'>,
): Promise<ListedMembership[]> {
  const memberships = await prisma.membership.findMany({ where: { personId: person.id } })
  const ids = memberships.map(({ ofStore }) => ofStore)
  const stores = await prisma.store.findMany({ where: { id: { in: ids } }, orderBy: { subdomain: 'asc' } })
  return stores.flatMap((store) => {
    const membership = memberships.find(({ ofStore }) => ofStore === store.id)
    return membership ? [{ ...membership, store }] : []
  })
}

/** What the person may enter, and what they may do there. */
export async function listStoresOf(
  services: Pick<Services, 'db'>,
  person: Person,
): Promise<{ store: Store; caller: Caller }[]> {
  const memberships = await listMemberships(services, person)
  return memberships.map(({ store, ...membership }) => ({ store, caller: callerAs(person, membership) }))
}

export function listSessions({
  services,
  person,
}: Pick<PersonContext, 'services' | 'person'>): Promise<PersonSession[]> {
  const { createdAt, lastUsedAt } = openAfter(services.clock())
  return services.db.prisma.personSession.findMany({
    where: { personId: person.id, createdAt: { gt: createdAt }, lastUsedAt: { gt: lastUsedAt } },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
  })
}
