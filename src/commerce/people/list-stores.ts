import type { Caller } from '../../api/admission/caller.ts'
import type { Services } from '../../api/context.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { callerAs } from './admit.ts'
import type { OpenPersonSession } from './person-session.ts'

/** Those the person has a role in, by subdomain. */
export async function listStoresOf(
  { db: { prisma } }: Pick<Services, 'db'>,
  { person }: OpenPersonSession,
): Promise<{ store: Store; caller: Caller }[]> {
  const memberships = await prisma.membership.findMany({ where: { personId: person.id } })
  if (memberships.length === 0) return []
  const ids = memberships.map(({ ofStore }) => ofStore)
  const stores = await prisma.store.findMany({ where: { id: { in: ids } }, orderBy: { subdomain: 'asc' } })
  return stores.flatMap((store) => {
    const membership = memberships.find(({ ofStore }) => ofStore === store.id)
    return membership ? [{ store, caller: callerAs(person, membership) }] : []
  })
}
