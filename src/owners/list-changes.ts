import { checkScope, hasScope, KeyScope } from '../admission/key-scopes.ts'
import type { Change, Prisma } from '../generated/prisma/client.ts'
import type { OwnerContext } from '../graphql/context.ts'
import { SubjectKind } from '../history/change-kinds.ts'
import type { ChangedField } from '../history/changed-fields.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../platform/counted-page.ts'
import { newestFirst } from '../platform/pagination.ts'
import { Problem } from '../platform/problem.ts'
import { isStorableText } from '../platform/text/text.ts'

export interface ChangeSubject {
  kind: SubjectKind
  id?: string | null | undefined
}

/** What a key that may only read does not see elsewhere, either. */
const guarded: readonly SubjectKind[] = [SubjectKind.KEY, SubjectKind.PAYMENT_ACCOUNT, SubjectKind.WEBHOOK]

/** Newest first. @throws Problem BAD_USER_INPUT; FORBIDDEN for a subject that the key must not see */
export async function listChanges(
  { services, store, ownerKey }: Pick<OwnerContext, 'services' | 'store' | 'ownerKey'>,
  { subject, ...page }: CountedPageArgs & { subject?: ChangeSubject | null | undefined },
): Promise<CountedConnection<Change>> {
  if (subject?.id != null && !isStorableText(subject.id)) {
    throw new Problem('BAD_USER_INPUT', 'id contains characters that cannot be stored', { field: 'id' })
  }
  if (subject && guarded.includes(subject.kind)) checkScope(ownerKey, [KeyScope.SETTINGS])
  const seesAll = hasScope(ownerKey, [KeyScope.SETTINGS])
  const where: Prisma.ChangeWhereInput = {
    storeId: store.id,
    ...(subject && { subject: subject.kind, ...(subject.id != null && { subjectId: subject.id }) }),
    ...(!subject && !seesAll && { subject: { notIn: [...guarded] } }),
  }
  return countedRows(newestFirst, page, services.db.prisma.change, where)
}

export const fieldsOf = ({ fields }: Pick<Change, 'fields'>): ChangedField[] =>
  // Only recordChange writes the column.
  fields as ChangedField[]
