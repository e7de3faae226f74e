import { z } from 'zod'
import { csvExport, inPagesOfList } from '../owners/export/csv-export.ts'
import { words } from '../owners/export/export-query.ts'
import { listSubscribers } from './list-subscribers.ts'

export const exportSubscribers = csvExport({
  scope: 'marketing',
  columns: () => ['email', 'name', 'source', 'consented_at'],
  query: z.object({ search: words }),
  async *pages(context, filter) {
    for await (const page of inPagesOfList((page) => listSubscribers(context, { ...filter, ...page }))) {
      yield page.map(({ email, name, source, consentedAt }) => ({ email, name, source, consented_at: consentedAt }))
    }
  },
})
