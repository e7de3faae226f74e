import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { columnsOf } from '../../platform/database/store-statement.ts'
import { type ProductAsJson, pricedProductsAsJson, pricedProductsOf } from '../catalog/priced-product.sql.ts'
import type { CartContent, Goods, KnownVariants } from './cart-line.ts'
import { CART_FIELDS, type FoundCart, retainedSince, type StoredCart } from './stored-cart.ts'

// SQL: carts are locked along with reads of what is put into them, and emptied in the statement that settles an order.

export interface Put {
  ids: readonly string[]
  variantIds: readonly string[]
}

const columns = Prisma.raw(columnsOf(CART_FIELDS))
const ofCart = Prisma.raw(CART_FIELDS.map((field) => `cart.${columnsOf([field])}`).join(', '))

interface PutGoods {
  goods: Goods
  variants: KnownVariants
}

interface GoodsAsJson {
  products: ProductAsJson[] | null
  variants: KnownVariants | null
}

const goodsAsJson = (storeId: string, { ids, variantIds }: Put): Prisma.Sql => Prisma.sql`
  ${pricedProductsAsJson(storeId, ids)} AS products, (
    SELECT json_object_agg(id, json_build_object('productId', product_id, 'options', options)) FROM variants
    WHERE store_id = ${storeId}::uuid AND id = ANY (${[...variantIds]}::uuid[])
  ) AS variants`

const goodsOf = ({ products, variants }: GoodsAsJson): PutGoods => ({
  goods: pricedProductsOf(products),
  variants: variants ?? {},
})

export async function readGoods(sql: SqlClient, storeId: string, put: Put): Promise<PutGoods> {
  if (put.ids.length === 0) return { goods: new Map(), variants: {} }
  const [row] = await sql.$queryRaw<GoodsAsJson[]>`SELECT ${goodsAsJson(storeId, put)}`
  if (!row) throw new Error('A statement without FROM has given no row')
  return goodsOf(row)
}

/** Locks until the transaction ends. @param put products whose names and prices, and variants whose options, are read as well */
export async function lockStoredCart(
  tx: SqlClient,
  storeId: string,
  id: string,
  put: Put = { ids: [], variantIds: [] },
): Promise<(FoundCart & PutGoods) | null> {
  for (let attempt = 1; ; attempt += 1) {
    const [cart] = await tx.$queryRaw<(FoundCart & GoodsAsJson)[]>`
      SELECT ${goodsAsJson(storeId, put)}, ${ofCart}, asked.touched_at AS "askedTouchedAt"
      FROM carts AS asked JOIN carts AS cart ON cart.id = coalesce(asked.merged_into_id, asked.id)
      WHERE asked.store_id = ${storeId}::uuid AND cart.store_id = ${storeId}::uuid AND asked.id = ${id}::uuid
      FOR NO KEY UPDATE OF cart`
    if (!cart) return null
    if (cart.mergedIntoId === null) return { ...cart, ...goodsOf(cart) }
    // Merged while waiting for the lock. The target never is, so the next attempt finds it.
    if (attempt === 2) throw new Error('A cart was merged into one that was merged itself')
  }
}

export async function lockBoth(
  tx: SqlClient,
  storeId: string,
  { customerId, cartId, now }: { customerId: string; cartId: string; now: Date },
): Promise<{ given: StoredCart | undefined; own: StoredCart | undefined }> {
  const carts = await tx.$queryRaw<StoredCart[]>`
    SELECT ${columns} FROM carts
    WHERE store_id = ${storeId}::uuid AND (id = ${cartId}::uuid OR id = (
      SELECT id FROM carts
      WHERE store_id = ${storeId}::uuid AND customer_id = ${customerId}::uuid AND merged_into_id IS NULL
        AND touched_at > ${retainedSince(now)} AND id <> ${cartId}::uuid
      ORDER BY touched_at DESC, id LIMIT 1
    ))
    ORDER BY id FOR NO KEY UPDATE`
  return { given: carts.find(({ id }) => id === cartId), own: carts.find(({ id }) => id !== cartId) }
}

export const leftInCart = (
  storeId: string,
  id: string,
  { lines, discountCode, loyaltyPoints }: CartContent,
  now: Date,
): Prisma.Sql => Prisma.sql`
  UPDATE carts SET lines = ${JSON.stringify(lines)}::jsonb, discount_code = ${discountCode},
    loyalty_points = ${loyaltyPoints}::int, ordered_at = coalesce(ordered_at, ${now}), updated_at = ${now}
  WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid`
