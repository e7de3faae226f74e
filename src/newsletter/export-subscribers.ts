import { z } from 'zod'
import { csvExport, inPagesOf } from '../owners/export/csv-export.ts'
import { latestFirst } from './list-subscribers.ts'

export const exportSubscribers = csvExport({
  scope: 'marketing',
  columns: () => ['email', 'name', 'source', 'consented_at'],
  query: z.object({}),
  async *pages({
    services: {
      db: { prisma },
    },
    store,
  }) {
    const pages = inPagesOf(latestFirst, ({ behind, ...page }) =>
      prisma.subscriber.findMany({ where: { storeId: store.id, ...behind }, ...page }),
    )
    for await (const page of pages) {
      yield page.map(({ email, name, source, consentedAt }) => ({
        email,
        name,
        source,
        consented_at: consentedAt.toISOString(),
      }))
    }
  },
})
