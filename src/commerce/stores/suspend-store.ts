import type { Caller } from '../../api/admission/caller.ts'
import type { Services } from '../../api/context.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { recordChange } from '../history/record-change.ts'

interface Suspension {
  services: Pick<Services, 'db' | 'stores' | 'clock'>
  store: Pick<Store, 'id' | 'subdomain'>
  /** Left out: a user of the command line. */
  caller?: Pick<Caller, 'kind' | 'id'>
}

/**
 * Keeps the store from shoppers, or lets them in again as far as its owner does. A second time changes nothing. It counts
 * at once in this process, and within a second in others.
 */
export async function suspendStore({ services, store, caller }: Suspension, isSuspended: boolean): Promise<Store> {
  const { id } = store
  try {
    return await inTransaction(services.db.prisma, async (tx) => {
      const { count } = await tx.store.updateMany({
        where: { id, suspendedAt: isSuspended ? null : { not: null } },
        data: { suspendedAt: isSuspended ? services.clock() : null },
      })
      if (count === 1) {
        const field = { name: 'suspended', from: String(!isSuspended), to: String(isSuspended), type: 'FLAG' as const }
        await recordChange(tx, { store, services, caller }, { subject: 'SETTINGS', action: 'CHANGED', fields: [field] })
      }
      return tx.store.findUniqueOrThrow({ where: { id } })
    })
  } finally {
    // Also after a failure: a COMMIT whose confirmation got lost has changed the store.
    services.stores.forget(store.subdomain)
  }
}
