import { Prisma } from '../../../generated/prisma/client.ts'
import { PLANNED_ANEW } from '../../../platform/database/statements.ts'
import { createKeyset, type KeysetValue } from '../../../platform/pagination.ts'
import { shownColumns } from '../storefront-product.ts'
import { HAS_MOVED } from './offers.sql.ts'
import { conditions, type Finding } from './product-conditions.sql.ts'

// SQL: conditions depend on the filter, and availability is computed while listing.

/** By display order, then the newest first, and in the same order what is sold out. */
export const soldOutLast = createKeyset(
  { name: 'soldOut', kind: 'int', direction: 'asc' },
  { name: 'displayOrder', kind: 'int', direction: 'asc' },
  { name: 'createdAt', kind: 'date', direction: 'desc' },
  { name: 'id', kind: 'uuid', direction: 'desc' },
)

/** By the indexes: without what orders hold, and what has happened to variants since the job `product-index` ran. */
const INDEXED = Prisma.sql`(CASE WHEN coalesce(NOT p.variants_left, p.stock = 0, false) THEN 1 ELSE 0 END)`

/**
 * The products for which the indexes are wrong now. Few: those with holds, and those whose variants have moved; an array,
 * because PostgreSQL overestimates these.
 */
const corrections = ({ storeId, now }: Finding): Prisma.Sql => Prisma.sql`
  held AS MATERIALIZED (
    SELECT product_id, coalesce(variant_id, product_id) AS counter, sum(qty) AS units FROM stock_holds
    WHERE store_id = ${storeId}::uuid AND expires_at > ${now}::timestamptz GROUP BY 1, 2
  ),
  doubtful AS MATERIALIZED (
    SELECT product_id FROM unnest(ARRAY(
      SELECT product_id FROM held
      UNION SELECT product_id FROM variants WHERE store_id = ${storeId}::uuid AND ${HAS_MOVED}
      UNION SELECT product_id FROM variants WHERE store_id = ${storeId}::uuid AND indexed_sold_out IS NULL
      UNION SELECT id FROM products WHERE store_id = ${storeId}::uuid AND stock = 0 AND variants_left
    )) AS found (product_id)
  ),
  offers AS MATERIALIZED (
    SELECT p.id, ${INDEXED} AS indexed, coalesce(v.stock, p.stock) AS stock,
      CASE WHEN v.stock IS NULL THEN p.id ELSE v.id END AS counter
    FROM doubtful
    JOIN products AS p ON p.store_id = ${storeId}::uuid AND p.id = doubtful.product_id
    LEFT JOIN variants AS v ON v.store_id = ${storeId}::uuid AND v.product_id = p.id
  ),
  corrected AS MATERIALIZED (
    SELECT offers.id, 1 - indexed AS sold_out
    FROM offers LEFT JOIN held ON held.counter = offers.counter
    GROUP BY offers.id, indexed
    HAVING bool_and(coalesce(offers.stock <= coalesce(held.units, 0), false)) <> (indexed = 1)
  )`

export function soldOutLastSql(
  finding: Finding,
  isPlain: boolean,
  after: readonly KeysetValue[],
  take: number,
): Prisma.Sql {
  const { storeId, filter } = finding
  const [category] = filter.categoryKeys ?? []
  const search = isPlain
    ? Prisma.empty
    : Prisma.sql`JOIN product_search AS s ON s.store_id = ${storeId}::uuid AND s.product_id = p.id`
  const isListed = Prisma.join(
    [
      Prisma.sql`p.store_id = ${storeId}::uuid AND p.active`,
      ...(category !== undefined && filter.categoryKeys?.length === 1
        ? [Prisma.sql`p.category_key = ${category}`]
        : []),
      ...(isPlain ? [] : [conditions(finding)]),
    ],
    ' AND ',
  )
  /** @param soldOut 1 or 0 */
  const part = (soldOut: number, from: Prisma.Sql, where: Prisma.Sql) => Prisma.sql`(
    SELECT p.id AS product_id, ${Prisma.raw(String(soldOut))} AS "soldOut", p.display_order AS "displayOrder", p.created_at AS "createdAt"
    FROM ${from} ${search} WHERE ${isListed} AND ${where}
    ORDER BY p.display_order, p.created_at DESC, p.id DESC LIMIT ${take})`
  const indexed = (soldOut: number, range: Prisma.Sql) =>
    part(
      soldOut,
      Prisma.sql`products AS p`,
      Prisma.sql`${INDEXED} = ${Prisma.raw(String(soldOut))} AND p.id NOT IN (SELECT id FROM corrected) AND ${range}`,
    )
  const moved = (soldOut: number, range: Prisma.Sql) =>
    part(
      soldOut,
      Prisma.sql`corrected JOIN products AS p ON p.id = corrected.id`,
      Prisma.sql`corrected.sold_out = ${Prisma.raw(String(soldOut))} AND ${range}`,
    )
  const parts = [0, 1].flatMap((soldOut) => {
    const ranges = rangesOf(soldOut, after)
    // Each range is one of the index; few have moved.
    return ranges.length === 0
      ? []
      : [
          ...ranges.map((range) => indexed(soldOut, range)),
          moved(soldOut, Prisma.sql`(${Prisma.join(ranges, ' OR ')})`),
        ]
  })
  return Prisma.sql`${Prisma.raw(PLANNED_ANEW)} WITH asked AS (SELECT ${storeId}::uuid AS store_id), ${corrections(finding)},
    listed AS (
      SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) AS part
      ORDER BY "soldOut", "displayOrder", "createdAt" DESC, product_id DESC LIMIT ${take}
    )
    SELECT ${Prisma.raw(shownColumns)}, "soldOut", "displayOrder", "createdAt"
    FROM listed JOIN products ON products.store_id = ${storeId}::uuid AND products.id = listed.product_id
    ORDER BY "soldOut", "displayOrder", "createdAt" DESC, id DESC`
}

/** Of the products that are sold out, or of the others, those behind a cursor: none, one or two ranges. */
function rangesOf(soldOut: number, [cursor, displayOrder, createdAt, id]: readonly KeysetValue[]): Prisma.Sql[] {
  if (cursor === undefined || soldOut > Number(cursor)) return [Prisma.sql`true`]
  if (soldOut < Number(cursor)) return []
  return [
    Prisma.sql`p.display_order = ${displayOrder}::int AND (p.created_at, p.id) < (${createdAt}::timestamptz, ${id}::uuid)`,
    Prisma.sql`p.display_order > ${displayOrder}::int`,
  ]
}
