import type { Context } from '../../api/context.ts'
import type { Lead } from '../../generated/prisma/client.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'

/** Permanent; frees a place under the store's limit. @throws Problem NOT_FOUND */
export async function deleteLead({ services, store }: Pick<Context, 'services' | 'store'>, id: string): Promise<Lead> {
  const notFound = new Problem('NOT_FOUND', 'Lead not found')
  if (!isUuid(id)) throw notFound
  const where = { storeId: store.id, id }
  return inTransaction(services.db.prisma, async (tx) => {
    const lead = await tx.lead.findUnique({ where: { storeId_id: where } })
    const { count } = await tx.lead.deleteMany({ where })
    if (!lead || count === 0) throw notFound
    // The counter last: all changes of leads wait for its row.
    await tx.storeUsage.updateMany({
      where: { storeId: store.id, leads: { gt: 0 } },
      data: { leads: { decrement: 1 } },
    })
    return lead
  })
}
