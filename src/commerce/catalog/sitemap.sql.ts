import type { Context } from '../../api/context.ts'
import { storeStatement } from '../../platform/database/store-statement.ts'
import { readContent } from '../stores/read-content.ts'

// SQL: a part is read at once, from the replica if there is one, without what products have besides.

/** Products of one part; sitemaps may have 50,000 and 50 MB. */
export const SITEMAP_PART = 10_000

export interface ProductAddress {
  id: string
  slug: string
  updatedAt: Date
}

const ofStore = 'FROM products WHERE store_id = $1 AND active'

const ofPart = storeStatement<ProductAddress>(
  'product addresses',
  `SELECT id, slug, updated_at AS "updatedAt" ${ofStore} ORDER BY id OFFSET $2 LIMIT $3`,
)

const counted = storeStatement<{ count: number }>(
  'product addresses counted',
  `SELECT count(*)::int AS count ${ofStore}`,
)

/** @param part from 1; other numbers have no products */
export async function productAddresses(context: Context, part: number): Promise<ProductAddress[]> {
  return part < 1 ? [] : readContent(context, ofPart, (part - 1) * SITEMAP_PART, SITEMAP_PART)
}

/** At least one. */
export async function sitemapParts(context: Context): Promise<number> {
  const [row] = await readContent(context, counted)
  return Math.max(1, Math.ceil((row?.count ?? 0) / SITEMAP_PART))
}
