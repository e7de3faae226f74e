import type { Lead, Prisma, PrismaClient } from '../generated/prisma/client.ts'
import type { Context } from '../graphql/context.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../platform/counted-page.ts'
import { newestFirst } from '../platform/pagination.ts'
import { containing, searchText } from '../platform/text/search-text.ts'
import { phoneDigits } from '../shared/phones.ts'
import { leadsWithDigits } from './leads.sql.ts'

interface LeadFilter {
  search?: string | null | undefined
  from?: Date | null | undefined
  until?: Date | null | undefined
}

/** Newest first. @throws Problem BAD_USER_INPUT */
export async function listLeads(
  { services, store }: Pick<Context, 'services' | 'store'>,
  { search, from, until, ...page }: CountedPageArgs & LeadFilter,
): Promise<CountedConnection<Lead>> {
  const { lead } = services.db.prisma
  const text = searchText(search)
  const where: Prisma.LeadWhereInput = {
    storeId: store.id,
    createdAt: { ...(from && { gte: from }), ...(until && { lt: until }) },
    ...(text !== null && {
      OR: [
        ...containing(['name', 'email', 'phone', 'message'], text),
        { id: { in: await idsOfPhone(services.db.prisma, store.id, phoneDigits(text)) } },
      ],
    }),
  }
  return countedRows(newestFirst, page, lead, where)
}

const idsOfPhone = async (prisma: PrismaClient, storeId: string, digits: string): Promise<string[]> =>
  /^\d{4,}$/.test(digits) ? leadsWithDigits(prisma, storeId, digits) : []
