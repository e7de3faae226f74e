import type { Context } from '../../../api/context.ts'
import { defineLoader } from '../../../api/graphql/schema/loader.ts'
import type { Customer, Order } from '../../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countingAll, MAX_PAGE } from '../../../platform/counted-page.ts'
import { newestFirst, pageSize } from '../../../platform/pagination.ts'
import { searchText } from '../../../platform/text/search-text.ts'
import { phoneIdentity } from '../../../shared/phones.ts'
import { accountsOfPhones } from '../customers.sql.ts'
import { customerNotFound } from '../list-customers.ts'
import {
  countGuests,
  findGuests,
  findNewestOrder,
  type GuestFigures,
  noOrders,
  readGuestFigures,
} from './guests.sql.ts'

type Scope = Pick<Context, 'services' | 'store'>

const columns = {
  ...{ id: true, createdAt: true, buyerName: true, buyerPhone: true, buyerPhoneDigits: true },
  ...{ buyerEmail: true, buyerAddress: true },
} as const

/** The newest order of a person who has ordered without an account; the phone says who it is. */
export type Guest = Pick<Order, keyof typeof columns>

/** Their phone in the form in which all its spellings are equal. */
export const guestId = ({ buyerPhoneDigits }: Guest): string => phoneIdentity(buyerPhoneDigits)

/**
 * Those without an account, by their newest order. `search` finds parts of the name, phone or email in it.
 * @throws Problem BAD_USER_INPUT
 */
export async function listGuests(
  { services, store }: Scope,
  { search, ...page }: CountedPageArgs & { search?: string | null | undefined },
): Promise<CountedConnection<Guest>> {
  const { prisma } = services.db
  const wanted = { storeId: store.id, search: searchText(search) }
  const size = pageSize(page, MAX_PAGE)
  const countAll = countingAll(() => countGuests(prisma, wanted), page)
  const ids = await findGuests(prisma, wanted, page.after, size + 1)
  const rows = await prisma.order.findMany({
    where: { storeId: store.id, id: { in: ids } },
    orderBy: newestFirst.orderBy,
    select: columns,
  })
  return { ...newestFirst.connection(rows, size, page), countAll }
}

/** Also one who has an account by now. @param phone in any spelling @throws Problem NOT_FOUND */
export async function getGuest({ services, store }: Scope, phone: string): Promise<Guest> {
  const { prisma } = services.db
  const id = await findNewestOrder(prisma, store.id, phoneIdentity(phone))
  const guest = id && (await prisma.order.findFirst({ where: { storeId: store.id, id }, select: columns }))
  if (!guest) throw customerNotFound()
  return guest
}

/** By `phoneIdentity`. Lookups of many guests share one statement. */
export const guestFigures = defineLoader<string, GuestFigures>(async ({ services, store }, phones) => {
  const found = await readGuestFigures(services.db.prisma, store.id, phones)
  return phones.map((phone) => found.get(phone) ?? noOrders)
})

/** By `phoneIdentity`. One phone may have several, with and without country code. */
export const accountsOfGuests = defineLoader<string, Customer[]>(async ({ services, store }, phones) => {
  const { prisma } = services.db
  const accounts = await accountsOfPhones(prisma, store.id, phones)
  const ids = accounts.map(({ id }) => id)
  const customers =
    ids.length === 0 ? [] : await prisma.customer.findMany({ where: { storeId: store.id, id: { in: ids } } })
  const byId = new Map(customers.map((customer) => [customer.id, customer]))
  return phones.map((of) => accounts.flatMap(({ id, phone }) => (phone === of ? (byId.get(id) ?? []) : [])))
})
