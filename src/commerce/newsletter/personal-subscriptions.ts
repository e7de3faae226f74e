import type { PersonScope } from '../customers/person.ts'

/** @param emails in lower case */
export async function subscriptionsOf({ services, store }: PersonScope, emails: readonly string[]): Promise<object[]> {
  const subscribers = await services.db.prisma.subscriber.findMany({
    where: { storeId: store.id, email: { in: [...emails] } },
    orderBy: { email: 'asc' },
  })
  return subscribers.map(({ email, name, source, consentedAt }) => ({
    email,
    name,
    source,
    consented_at: consentedAt.toISOString(),
  }))
}

export async function deleteSubscriptions(
  { services, store }: PersonScope,
  emails: readonly string[],
): Promise<number> {
  const where = { storeId: store.id, email: { in: [...emails] } }
  return (await services.db.prisma.subscriber.deleteMany({ where })).count
}
