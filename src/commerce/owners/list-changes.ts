import { checkScopes, hasScope, KeyScope, type NeededScopes } from '../../api/admission/key-scopes.ts'
import type { OwnerContext } from '../../api/context.ts'
import type { Change, Prisma } from '../../generated/prisma/client.ts'
import { type CountedConnection, type CountedPageArgs, countedRows } from '../../platform/counted-page.ts'
import { newestFirst } from '../../platform/pagination.ts'
import { Problem } from '../../platform/problem.ts'
import { isStorableText } from '../../platform/text/text.ts'
import { SubjectKind } from '../history/change-kinds.ts'
import type { ChangedField } from '../history/changed-fields.ts'

export interface ChangeSubject {
  kind: SubjectKind
  id?: string | null | undefined
}

/** As of the fields that show them. */
const scopes: Readonly<Record<SubjectKind, NeededScopes>> = {
  SETTINGS: [[KeyScope.SETTINGS, KeyScope.READ]],
  PRODUCT: [[KeyScope.CATALOGUE, KeyScope.READ]],
  PICTURE: [[KeyScope.CATALOGUE, KeyScope.READ]],
  REVIEW: [[KeyScope.CATALOGUE, KeyScope.READ]],
  DISCOUNT: [[KeyScope.MARKETING, KeyScope.READ]],
  SHIPPING_ZONE: [[KeyScope.SETTINGS, KeyScope.READ]],
  PAYMENT_METHOD: [[KeyScope.SETTINGS, KeyScope.READ]],
  PAYMENT_ACCOUNT: [[KeyScope.SETTINGS], [KeyScope.MONEY]],
  MAIL_TEMPLATE: [[KeyScope.SETTINGS, KeyScope.READ]],
  PAGE: [[KeyScope.SETTINGS, KeyScope.READ]],
  REDIRECT: [[KeyScope.SETTINGS, KeyScope.READ]],
  WEBHOOK: [[KeyScope.SETTINGS]],
  KEY: [[KeyScope.SETTINGS]],
  MEMBER: [[KeyScope.SETTINGS]],
  INVITATION: [[KeyScope.SETTINGS]],
}

const kinds = Object.values(SubjectKind)

/** Newest first. @throws Problem BAD_USER_INPUT; FORBIDDEN for a subject that the key must not see */
export async function listChanges(
  { services, store, caller }: Pick<OwnerContext, 'services' | 'store' | 'caller'>,
  { subject, ...page }: CountedPageArgs & { subject?: ChangeSubject | null | undefined },
): Promise<CountedConnection<Change>> {
  if (subject?.id != null && !isStorableText(subject.id)) {
    throw new Problem('BAD_USER_INPUT', 'id contains characters that cannot be stored', { field: 'id' })
  }
  if (subject) checkScopes(caller, scopes[subject.kind])
  const seen = kinds.filter((kind) => scopes[kind].every((accepted) => hasScope(caller, accepted)))
  const where: Prisma.ChangeWhereInput = {
    storeId: store.id,
    ...(subject && { subject: subject.kind, ...(subject.id != null && { subjectId: subject.id }) }),
    ...(!subject && seen.length < kinds.length && { subject: { in: seen } }),
  }
  return countedRows(newestFirst, page, services.db.prisma.change, where)
}

export const fieldsOf = ({ fields }: Pick<Change, 'fields'>): ChangedField[] =>
  // Only recordChange writes the column.
  fields as ChangedField[]
