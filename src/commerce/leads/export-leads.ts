import { z } from 'zod'
import { csvExport, inPagesOfList } from '../owners/export/csv-export.ts'
import { moment, words } from '../owners/export/export-query.ts'
import { momentOf } from '../stores/typed-moment.ts'
import { listLeads } from './list-leads.ts'

export const exportLeads = csvExport({
  scope: 'customers',
  columns: () => ['created_at', 'name', 'email', 'phone', 'message'],
  query: z.object({ search: words, from: moment, until: moment }),
  async *pages(context, { search, from, until }) {
    const filter = { search, from: momentOf(from, context.store), until: momentOf(until, context.store) }
    for await (const page of inPagesOfList((page) => listLeads(context, { ...filter, ...page }))) {
      yield page.map(({ createdAt, name, email, phone, message }) => ({
        created_at: createdAt,
        ...{ name, email, phone, message },
      }))
    }
  },
})
