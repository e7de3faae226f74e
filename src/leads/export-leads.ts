import { z } from 'zod'
import { csvExport, inPagesOf } from '../owners/export/csv-export.ts'
import { newestFirst } from '../platform/pagination.ts'

export const exportLeads = csvExport({
  scope: 'customers',
  columns: () => ['created_at', 'name', 'email', 'phone', 'message'],
  query: z.object({}),
  async *pages({
    services: {
      db: { prisma },
    },
    store,
  }) {
    const pages = inPagesOf(newestFirst, ({ behind, ...page }) =>
      prisma.lead.findMany({ where: { storeId: store.id, ...behind }, ...page }),
    )
    for await (const page of pages) {
      yield page.map(({ createdAt, name, email, phone, message }) => ({
        created_at: createdAt.toISOString(),
        name,
        email,
        phone,
        message,
      }))
    }
  },
})
