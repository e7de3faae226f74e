import type { Context } from '../../api/context.ts'
import type { Lead } from '../../generated/prisma/client.ts'
import type { CountedConnection, CountedPageArgs } from '../../platform/counted-page.ts'
import { foundRows } from '../../platform/database/found-rows.sql.ts'
import { newestFirst } from '../../platform/pagination.ts'
import { searchText } from '../../platform/text/search-text.ts'
import { leadConditions } from './leads.sql.ts'

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
  const { prisma } = services.db
  return foundRows(newestFirst, page, {
    sql: prisma,
    table: 'leads',
    storeId: store.id,
    conditions: leadConditions({ search: searchText(search), from, until }),
    find: ({ where, orderBy }) => prisma.lead.findMany({ where: { storeId: store.id, ...where }, orderBy }),
  })
}
