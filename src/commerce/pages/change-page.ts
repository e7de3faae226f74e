import type { Context } from '../../api/context.ts'
import type { Page, Prisma } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { placeBehind } from '../../platform/input/fields.ts'
import { type Issue, issueAt } from '../../platform/input/issues.ts'
import { parseInputAll, problemOfAll } from '../../platform/input/parse-input-all.ts'
import { Problem, versionConflict } from '../../platform/problem.ts'
import { isUuid } from '../../platform/uuid.ts'
import { changedFields } from '../history/changed-fields.ts'
import { type ChangedBy, recordChange } from '../history/record-change.ts'
import { changeContent } from '../stores/change-content.ts'
import { withoutNulls } from '../stores/owner-entry.ts'
import { given } from '../stores/store-write.ts'
import { MAX_PAGES, pageSchema } from './page-format.ts'
import { withStoredUploads } from './page-pictures.ts'

type Scope = Pick<Context, 'services' | 'store'>

/** Omitted fields stay. */
export interface PageInput {
  /** Left out for a new page. */
  id?: string | null | undefined
  version?: number | null | undefined
  slug?: string | null | undefined
  title?: string | null | undefined
  markdown?: string | null | undefined
  published?: boolean | null | undefined
  position?: number | null | undefined
}

const changes = pageSchema.partial({ slug: true })

export const listOwnPages = ({ services, store }: Scope): Promise<Page[]> =>
  services.db.prisma.page.findMany({
    where: { storeId: store.id },
    orderBy: [{ position: 'asc' }, { slug: 'asc' }],
  })

export const findOwnPage = async ({ services, store }: Scope, id: string): Promise<Page | null> =>
  isUuid(id) ? services.db.prisma.page.findFirst({ where: { storeId: store.id, id } }) : null

/** Matches by id and version. @throws Problem BAD_USER_INPUT, NOT_FOUND; CONFLICT when it was changed */
export async function upsertPage(scope: Scope & ChangedBy, { id, version, ...input }: PageInput): Promise<Page> {
  const { store } = scope
  const wanted = given(parseInputAll(changes, withoutNulls(input, { markdown: '' })))
  return changePages(scope, async (tx) => {
    const stored = id == null ? null : await getPage(tx, store.id, id, version)
    const others = (
      await tx.page.findMany({ where: { storeId: store.id }, select: { id: true, slug: true, position: true } })
    ) //
      .filter((page) => page.id !== stored?.id)
    const { slug = stored?.slug, title = stored?.title } = wanted
    const issues: Issue[] = []
    if (slug === undefined) issues.push(issueAt(['slug'], 'one, which a new page needs', slug))
    if (title === undefined) issues.push(issueAt(['title'], 'one, which a new page needs', title))
    if (others.some((page) => page.slug === slug)) issues.push(issueAt(['slug'], 'one that no other page has', slug))
    if (slug === undefined || title === undefined || issues.length > 0) throw problemOfAll(issues)
    if (!stored && others.length >= MAX_PAGES) throw tooMany()
    const data = await withStoredUploads(tx, store.id, { ...wanted, slug, title })
    const places = others.map(({ position }) => position)
    const page = stored
      ? await tx.page.update({
          where: { storeId_id: { storeId: store.id, id: stored.id } },
          data: { ...data, version: { increment: 1 } },
        })
      : await tx.page.create({ data: { position: placeBehind(places), ...data, storeId: store.id } })
    const fields = stored ? changedFields(stored, page, { currency: store.currency, secret: ['markdown'] }) : []
    await recordChange(tx, scope, { ...subjectOf(page), action: stored ? 'CHANGED' : 'CREATED', fields })
    return page
  })
}

/** @throws Problem NOT_FOUND, CONFLICT when it was changed */
export const deletePage = (scope: Scope & ChangedBy, id: string, version: number): Promise<Page> =>
  changePages(scope, async (tx) => {
    const { store } = scope
    const page = await getPage(tx, store.id, id, version)
    await tx.page.delete({ where: { storeId_id: { storeId: store.id, id: page.id } } })
    await recordChange(tx, scope, { ...subjectOf(page), action: 'DELETED' })
    return page
  })

/** With the store's row locked, so that versions and the number of pages hold. */
const changePages = <Result>(scope: Scope, work: (tx: Prisma.TransactionClient) => Promise<Result>): Promise<Result> =>
  changeContent(scope, async (tx) => {
    await lockRow(tx, 'stores', { id: scope.store.id })
    return work(tx)
  })

async function getPage(
  tx: Prisma.TransactionClient,
  storeId: string,
  id: string,
  version: number | null | undefined,
): Promise<Page> {
  const page = isUuid(id) ? await tx.page.findUnique({ where: { storeId_id: { storeId, id } } }) : null
  if (!page) throw new Problem('NOT_FOUND', 'Page not found', { reason: 'PAGE_NOT_FOUND' })
  if (page.version !== version) throw versionConflict('page')
  return page
}

const subjectOf = ({ id, title }: Page) => ({ subject: 'PAGE', subjectId: id, subjectName: title }) as const

const tooMany = () =>
  new Problem('BAD_USER_INPUT', `A store can have ${MAX_PAGES} pages. Delete one first.`, { reason: 'LIMIT_REACHED' })
