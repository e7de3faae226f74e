import type { Context } from '../../../api/context.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import { issueAt } from '../../../platform/input/issues.ts'
import { problemOfAll } from '../../../platform/input/parse-input-all.ts'
import { Problem } from '../../../platform/problem.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { changedFields } from '../../history/changed-fields.ts'
import { type ChangedBy, recordChange } from '../../history/record-change.ts'
import { changeContent } from '../../stores/change-content.ts'
import { type OwnRedirect, targetOf, withProduct } from './list-redirects.ts'
import { readSource } from './redirect-address.ts'
import { lockRedirects, MAX_REDIRECTS, type RedirectMistake, writeRedirects } from './write-redirects.ts'

type Scope = Pick<Context, 'services' | 'store'>

export interface RedirectInput {
  /** Of the redirect to change. */
  id?: string | null | undefined
  from: string
  to: string
}

/**
 * Without an id it changes the redirect that begins there, or makes it.
 * @throws Problem BAD_USER_INPUT, with REDIRECT_LOOP where it would lead to another one; NOT_FOUND
 */
export const upsertRedirect = (scope: Scope & ChangedBy, { id, from, to }: RedirectInput): Promise<OwnRedirect> =>
  changeRedirects(scope, async (tx) => {
    const { store } = scope
    const read = readSource(from, store.subdomain)
    const source = 'source' in read ? read.source : ''
    const there = await findFrom(tx, store.id, source)
    const before = id == null ? there : await getRedirect(tx, store.id, id)
    if (before && before.source !== source) {
      if (there) throw problemOfAll([issueAt(['from'], 'an address that no other redirect begins at', from)])
      await tx.redirect.deleteMany({ where: { storeId: store.id, kind: 'PATH', source: before.source } })
    }
    const { mistakes, total } = await writeRedirects({ tx, store }, [{ from, to }])
    if (mistakes.length > 0) throw refused(mistakes)
    if (total > MAX_REDIRECTS) throw tooManyRedirects()
    const after = await findFrom(tx, store.id, source)
    if (!after) throw new Error('A redirect that was written is not there')
    const fields = before ? changedFields(addressesOf(before), addressesOf(after), { currency: '' }) : []
    await recordChange(tx, scope, { ...subjectOf(after), action: before ? 'CHANGED' : 'CREATED', fields })
    return after
  })

/** @throws Problem NOT_FOUND */
export const deleteRedirect = (scope: Scope & ChangedBy, id: string): Promise<OwnRedirect> =>
  changeRedirects(scope, async (tx) => {
    const { store } = scope
    const redirect = await getRedirect(tx, store.id, id)
    await tx.redirect.deleteMany({ where: { storeId: store.id, kind: 'PATH', source: redirect.source } })
    await recordChange(tx, scope, { ...subjectOf(redirect), action: 'DELETED' })
    return redirect
  })

const changeRedirects = <Result>(scope: Scope, work: (tx: Prisma.TransactionClient) => Promise<Result>) =>
  changeContent(scope, async (tx) => {
    await lockRedirects(tx, scope.store)
    return work(tx)
  })

const findFrom = (tx: Prisma.TransactionClient, storeId: string, source: string) =>
  tx.redirect.findFirst({ where: { storeId, kind: 'PATH', source }, include: withProduct })

async function getRedirect(tx: Prisma.TransactionClient, storeId: string, id: string) {
  const where = { storeId, kind: 'PATH', id } as const
  const found = isUuid(id) ? await tx.redirect.findFirst({ where, include: withProduct }) : null
  if (!found) throw new Problem('NOT_FOUND', 'Redirect not found', { reason: 'REDIRECT_NOT_FOUND' })
  return found
}

const addressesOf = (redirect: OwnRedirect) => ({ from: redirect.source, to: targetOf(redirect) })

const subjectOf = ({ id, source }: OwnRedirect) =>
  ({ subject: 'REDIRECT', subjectId: id, subjectName: source }) as const

function refused(mistakes: readonly RedirectMistake[]): Problem {
  const problem = problemOfAll(mistakes.map(({ field, message }) => ({ path: field, message })))
  const reason = mistakes.find((mistake) => mistake.reason !== undefined)?.reason
  return new Problem('BAD_USER_INPUT', problem.message, { mistakes: problem.mistakes, reason })
}

export const tooManyRedirects = () =>
  new Problem('BAD_USER_INPUT', `A store can have ${MAX_REDIRECTS} redirects. Delete some first.`, {
    reason: 'LIMIT_REACHED',
  })
