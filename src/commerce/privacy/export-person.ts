import type { Context } from '../../api/context.ts'
import { Problem } from '../../platform/problem.ts'
import { personalCarts } from '../carts/personal-carts.ts'
import type { Person } from '../customers/person.ts'
import { accountsOf } from '../customers/personal/personal-accounts.ts'
import { addressesOf } from '../customers/personal/personal-addresses.ts'
import { leadsOf } from '../leads/personal-leads.ts'
import { pointsOf } from '../loyalty/personal-points.ts'
import { subscriptionsOf } from '../newsletter/personal-subscriptions.ts'
import { emailsOf, ordersOf } from '../orders/person/person-orders.ts'
import { reviewsOf } from '../reviews/personal-reviews.ts'
import { wishlistOf } from '../wishlist/personal-wishlist.ts'

export interface ExportingScope {
  services: Pick<Context['services'], 'db' | 'clock'>
  store: Context['store']
}

/** As JSON. A list may come in several parts. */
export type ExportPart = readonly [list: string, entries: readonly object[]]

/** In parts, each list after the other, without secrets. */
export async function* exportPerson(scope: ExportingScope, person: Person): AsyncGenerator<ExportPart> {
  const emails = await emailsOf(scope, person)
  yield ['accounts', await accountsOf(scope, person)]
  yield ['addresses', await addressesOf(scope, person.customerIds)]
  for await (const orders of ordersOf(scope, person)) yield ['orders', orders]
  for await (const entries of pointsOf(scope, person.customerIds)) yield ['points', entries]
  yield ['wishlist', await wishlistOf(scope, person.customerIds)]
  yield ['carts', await personalCarts(scope, person.customerIds)]
  for await (const reviews of reviewsOf(scope, person.customerIds)) yield ['reviews', reviews]
  yield ['newsletter', await subscriptionsOf(scope, emails)]
  yield ['leads', await leadsOf(scope, person, emails)]
}

export const exportHead = ({ services, store }: ExportingScope) => ({
  store: store.subdomain,
  business_name: store.businessName,
  exported_at: services.clock().toISOString(),
})

/** Entries of all lists together. */
const MOST = 5_000

/** @param otherWay how to get a longer one @throws Problem BAD_USER_INPUT when it is too long for one answer */
export async function exportWhole(scope: ExportingScope, person: Person, otherWay: string): Promise<object> {
  const lists: Record<string, object[]> = {}
  let count = 0
  for await (const [list, entries] of exportPerson(scope, person)) {
    lists[list] = [...(lists[list] ?? []), ...entries]
    count += entries.length
    if (count > MOST) throw tooLong(otherWay)
  }
  return { ...exportHead(scope), ...lists }
}

const tooLong = (otherWay: string) =>
  new Problem('BAD_USER_INPUT', `There are more than ${MOST} entries, too many for one answer: ${otherWay}.`)
