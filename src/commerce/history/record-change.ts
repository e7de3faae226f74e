import { actorOf, type Caller } from '../../api/admission/caller.ts'
import type { Services } from '../../api/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { olderThan } from '../../platform/database/retention.ts'
import { DAY_MS } from '../../platform/time.ts'
import { newUuid } from '../../platform/uuid.ts'
import type { ChangeAction, SubjectKind } from './change-kinds.ts'
import { bounded, type ChangedField } from './changed-fields.ts'

export const changeRetention = olderThan('changes', 'created_at', 90 * DAY_MS)

/** Where and by whom something is changed: without a caller, by a user of the command line. */
export interface ChangedBy {
  store: { id: string }
  services: Pick<Services, 'clock'>
  caller?: Pick<Caller, 'kind' | 'id'> | undefined
}

export interface NewChange {
  subject: SubjectKind
  /** What the owner's API finds it by. */
  subjectId?: string
  subjectName?: string
  action: ChangeAction
  fields?: readonly ChangedField[]
  detail?: string
}

/**
 * Call it in the transaction that makes the change. CHANGED without fields is none.
 * @returns the id of the entry, or null
 */
export async function recordChange(
  tx: Pick<Prisma.TransactionClient, 'change'>,
  { store, services, caller }: ChangedBy,
  { fields = [], ...change }: NewChange,
): Promise<string | null> {
  if (change.action === 'CHANGED' && fields.length === 0) return null
  const now = services.clock()
  const id = newUuid(now.getTime())
  const actor = caller ? actorOf(caller) : 'operator'
  const data = { ...change, fields: bounded(fields), storeId: store.id, id, actor, createdAt: now }
  await tx.change.create({ data })
  return id
}

export interface ImportEntry {
  /** Call it last in each of the import's transactions, with all counts until then. */
  write(tx: Pick<Prisma.TransactionClient, 'change'>, detail: string): Promise<void>
}

/** One entry for an import of several transactions. */
export function importEntry(by: ChangedBy, change: Pick<NewChange, 'subject' | 'subjectName'>): ImportEntry {
  let id: string | null = null
  return {
    async write(tx, detail) {
      const storeId = by.store.id
      // The transaction that has made it may have been rolled back, and is repeated.
      const { count } = id ? await tx.change.updateMany({ where: { storeId, id }, data: { detail } }) : { count: 0 }
      if (count === 0) id = await recordChange(tx, by, { ...change, action: 'IMPORTED', detail })
    },
  }
}
