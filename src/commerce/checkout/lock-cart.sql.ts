import { Prisma, type Store } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { arrayOf, onceLocked } from '../../platform/database/statements.ts'
import { columnsOf } from '../../platform/database/store-statement.ts'
import { isUuid } from '../../platform/uuid.ts'
import { optionsKey } from '../catalog/product.ts'
import { lockingStock } from '../catalog/stock/stock.sql.ts'
import { poolKey } from '../catalog/stock/stock.ts'
import type { Holders } from '../orders/holds/holders.ts'
import { lockingHolders } from '../orders/holds/holdings.sql.ts'
import { codeOf, redeemerOf } from './cart-facts.sql.ts'
import type { Cart, PricedCart } from './price-cart.ts'

// SQL: one statement locks all that a cart counts on, in one order.

interface LockedCart {
  counters: ReadonlySet<string>
  discount: boolean
}

interface Locked {
  holders: Holders
  cartId: string | null
}

/**
 * Locks buyer, products, variants, the redeeming customer, the cart, and a limited discount, in this order, until the
 * transaction ends. It does not see what others wrote while it waited: a later statement reads, and may find something
 * counted that is not locked.
 */
export async function lockCart(
  tx: SqlClient,
  store: Store,
  cart: Cart,
  { holders, cartId }: Locked,
): Promise<LockedCart> {
  const { id: storeId } = store
  const items = cart.items.filter(({ id }) => isUuid(id))
  const ids = items.map(({ id }) => id)
  const options = items.map(({ variant }) => variant && optionsKey(variant))
  const variantIds = items.map(({ variantId }) => (variantId && isUuid(variantId) ? variantId : null))
  const lines = Prisma.sql`
    SELECT bought.product_id, variants.id AS variant_id, variants.stock AS variant_stock
    FROM unnest(${arrayOf(ids, 'uuid')}, ${arrayOf(options, 'text')}, ${arrayOf(variantIds, 'uuid')})
      AS bought (product_id, options_key, variant_id)
    LEFT JOIN variants ON variants.store_id = ${storeId}::uuid AND variants.product_id = bought.product_id
      AND (variants.options_key = bought.options_key OR variants.id = bought.variant_id)`
  const stock = ['locked_holders', 'counted_products', 'counted_variants']
  const customerId = redeemerOf(store, cart)
  const customer = Prisma.sql`, locked_customer AS MATERIALIZED (
    SELECT id FROM customers
    WHERE store_id = ${storeId}::uuid AND id = ${customerId}::uuid AND ${onceLocked(...stock)}
    FOR NO KEY UPDATE
  )`
  const beforeCart = customerId === null ? stock : [...stock, 'locked_customer']
  // A free order is settled at once, which empties the cart.
  const stored = Prisma.sql`, locked_cart AS MATERIALIZED (
    SELECT id FROM carts
    WHERE store_id = ${storeId}::uuid AND id = ${cartId}::uuid AND ${onceLocked(...beforeCart)}
    FOR NO KEY UPDATE
  )`
  const code = codeOf(cart)
  const earlier = cartId === null ? beforeCart : [...beforeCart, 'locked_cart']
  const discount = Prisma.sql`, locked_discount AS MATERIALIZED (
    SELECT id FROM discounts WHERE ${limitedDiscount(storeId, code)} AND ${onceLocked(...earlier)} FOR NO KEY UPDATE
  )`
  const [locked] = await tx.$queryRaw<{ products: string[] | null; variants: string[] | null; discounts?: bigint }[]>`
    WITH ${lockingHolders(storeId, holders)}, ${lockingStock(storeId, lines, 'locked_holders')}
      ${customerId === null ? Prisma.empty : customer} ${cartId === null ? Prisma.empty : stored}
      ${code === null ? Prisma.empty : discount}
    SELECT (SELECT count(*) FROM locked_holders) AS holders, (SELECT json_agg(id) FROM counted_products) AS products,
      (SELECT json_agg(id) FROM counted_variants) AS variants
      ${customerId === null ? Prisma.empty : Prisma.sql`, (SELECT count(*) FROM locked_customer) AS customers`}
      ${cartId === null ? Prisma.empty : Prisma.sql`, (SELECT count(*) FROM locked_cart) AS carts`}
      ${code === null ? Prisma.empty : Prisma.sql`, (SELECT count(*) FROM locked_discount) AS discounts`}`
  return {
    counters: new Set([...(locked?.products ?? []), ...(locked?.variants ?? [])]),
    discount: (locked?.discounts ?? 0n) > 0n,
  }
}

/** Whether every counted thing that the priced cart takes is locked. */
export const isLocked = (locked: LockedCart, { lines, discount }: PricedCart): boolean =>
  lines.every(({ pool }) => pool === null || locked.counters.has(poolKey(pool))) &&
  (locked.discount || discount === null || (discount.usesLeft === null && discount.usesLeftForBuyer === null))

const storeColumns = Prisma.raw(columnsOf(Object.keys(Prisma.StoreScalarFieldEnum)))

export async function readStore(tx: SqlClient, id: string): Promise<Store | undefined> {
  const [store] = await tx.$queryRaw<Store[]>`SELECT ${storeColumns} FROM stores WHERE id = ${id}::uuid`
  return store
}

/** Only buyers of a limited code wait for each other. */
const limitedDiscount = (storeId: string, code: string | null): Prisma.Sql => Prisma.sql`
  store_id = ${storeId}::uuid AND code = ${code} AND (usage_limit IS NOT NULL OR per_customer_limit IS NOT NULL)`
