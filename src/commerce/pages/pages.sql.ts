import type { Context } from '../../api/context.ts'
import { storeStatement } from '../../platform/database/store-statement.ts'
import { readContent } from '../stores/read-content.ts'

// SQL: what all visitors read, from the replica if there is one.

export interface ListedPage {
  slug: string
  title: string
  updatedAt: Date
}

export interface PublishedPage extends ListedPage {
  id: string
  markdown: string
  version: number
}

const published = 'FROM pages WHERE store_id = $1 AND published'

const listed = storeStatement<ListedPage>(
  'published pages',
  `SELECT slug, title, updated_at AS "updatedAt" ${published} ORDER BY position, slug`,
)

const bySlug = storeStatement<PublishedPage>(
  'published page',
  `SELECT id, slug, title, markdown, version, updated_at AS "updatedAt" ${published} AND slug = $2`,
)

const byIds = storeStatement<{ id: string; slug: string }>(
  'published pages by id',
  `SELECT id, slug ${published} AND id = ANY ($2::uuid[])`,
)

/** Without drafts and what is there no more. */
export const findPublishedPages = (context: Context, ids: readonly string[]): Promise<{ id: string; slug: string }[]> =>
  readContent(context, byIds, ids)

/** In the owner's order. */
export const listPages = (context: Context): Promise<ListedPage[]> => readContent(context, listed)

export async function readPage(context: Context, slug: string): Promise<PublishedPage | null> {
  const [page] = await readContent(context, bySlug, slug)
  return page ?? null
}
