import type { Prisma } from '../../../generated/prisma/client.ts'
import { storeStatement } from '../../../platform/database/store-statement.ts'

/** One statement for a path that is not found, with what else may lead on from there, the best first. */
export const redirectFrom = storeStatement<{ target: string | null; slug: string | null }>(
  'redirect from a path',
  `SELECT redirects.target, products.slug FROM redirects
   LEFT JOIN products ON products.store_id = $1 AND products.id = redirects.product_id AND products.active
   WHERE redirects.store_id = $1 AND redirects.kind = 'PATH' AND redirects.source = ANY ($2::text[])
     AND (redirects.target IS NOT NULL OR products.slug IS NOT NULL)
   ORDER BY array_position($2::text[], redirects.source) LIMIT 1`,
)

export interface StoredRedirect {
  source: string
  /** Without its query. */
  path: string
  /** Null for a product's page. */
  target: string | null
  slug: string | null
}

// SQL, since a source's path is a part of a column.
/** Those that begin at one of these paths, whatever their query is. */
export const redirectsBelow = (
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  storeId: string,
  paths: readonly string[],
) =>
  tx.$queryRaw<StoredRedirect[]>`
    SELECT redirects.source, split_part(redirects.source, '?', 1) AS path, redirects.target, products.slug
    FROM redirects
    LEFT JOIN products ON products.store_id = ${storeId}::uuid AND products.id = redirects.product_id
    WHERE redirects.store_id = ${storeId}::uuid AND redirects.kind = 'PATH'
      AND split_part(redirects.source, '?', 1) = ANY (${[...paths]}::text[])`

/** A product, or a target with its path. */
export interface Destination {
  productId: string | null
  target: string | null
  targetPath: string | null
}

/** Redirects that lead to one of these sources lead to where it leads. */
export const leadOn = (
  tx: Pick<Prisma.TransactionClient, '$executeRaw'>,
  storeId: string,
  rows: readonly ({ source: string } & Destination)[],
) => tx.$executeRaw`
    UPDATE redirects
    SET product_id = moved.product_id, target = moved.target, target_path = moved.target_path
    FROM unnest(
      ${rows.map(({ source }) => source)}::text[], ${rows.map(({ productId }) => productId)}::uuid[],
      ${rows.map(({ target }) => target)}::text[], ${rows.map(({ targetPath }) => targetPath)}::text[]
    ) AS moved (source, product_id, target, target_path)
    WHERE redirects.store_id = ${storeId}::uuid AND redirects.kind = 'PATH' AND redirects.target_path = moved.source`
