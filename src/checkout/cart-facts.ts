import { type ProductAsJson, type SoldProduct, soldProductsAsJson, soldProductsOf } from '../catalog/sold-product.ts'
import { heldAsJson, heldOf, type Stock } from '../catalog/stock.ts'
import { type DiscountAsJson, discountAsJson, storedCode } from '../discounts/discount-terms.ts'
import type { Services } from '../gateway/context.ts'
import { Prisma, type Store } from '../generated/prisma/client.ts'
import { type Points, pointsAsJson } from '../loyalty/points.ts'
import type { Holders } from '../orders/holders.ts'
import { type Holdings, type HoldingsAsJson, holdingsAsJson, holdingsOf } from '../orders/holdings.ts'
import { accountAsJson, type SealedAccount } from '../payments/provider-account.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { isUuid } from '../platform/uuid.ts'
import type { Cart } from './price-cart.ts'

/** All that the database knows of a cart, as of one moment. */
export interface CartFacts {
  /** The version of the store's settings; null when the store is gone. */
  storeVersion: number | null
  /** The products that are for sale, by id. */
  products: ReadonlyMap<string, SoldProduct>
  /** Units that pending orders hold. */
  held: Stock
  /** What the buyer already holds unpaid, and counts as free for them. */
  holdings: Holdings
  /** Null when the cart has no code, or one that the store does not have. */
  discount: DiscountAsJson | null
  /** Null when the buyer redeems none. */
  points: Points | null
  /** The store's payment account, for a checkout; null when it has none. */
  account: SealedAccount | null
}

interface Asked {
  /** The keys that stand for the buyer. */
  holders: Holders
  now: Date
  /** Whether the store's payment account is read as well. */
  account: boolean
  /** Whether the products' first pictures are. */
  pictures?: boolean
}

/** Reads the facts in one statement. */
export async function readCart(
  { holdLimits: limits, holdMinutes }: Pick<Services, 'holdLimits' | 'holdMinutes'>,
  db: SqlClient,
  store: Store,
  cart: Cart,
  { holders, now, account, pictures = false }: Asked,
): Promise<CartFacts> {
  const { id: storeId } = store
  const ids = productIdsOf(cart)
  const code = codeOf(cart)
  const customerId = redeemerOf(store, cart)
  const nothing = Prisma.sql`NULL::json`
  type Row = Pick<CartFacts, 'storeVersion' | 'discount' | 'points' | 'account'> & {
    products: ProductAsJson[] | null
    held: Record<string, number> | null
    holdings: HoldingsAsJson
  }
  const [row] = await db.$queryRaw<Row[]>`
    SELECT (SELECT version FROM stores WHERE id = ${storeId}::uuid) AS "storeVersion",
      ${soldProductsAsJson(storeId, ids, { pictures })} AS products, ${heldAsJson(storeId, ids, now)} AS held,
      ${holdingsAsJson(storeId, { holders, now, limits, holdMinutes })} AS holdings,
      ${code === null ? nothing : discountAsJson(storeId, code, cart.buyer, now)} AS discount,
      ${customerId === null ? nothing : pointsAsJson(storeId, customerId, now)} AS points,
      ${account ? accountAsJson(storeId) : nothing} AS account`
  if (!row) throw new Error('A statement without FROM has given no row')
  const { products, held, holdings, ...facts } = row
  return { ...facts, products: soldProductsOf(products), held: heldOf(held), holdings: holdingsOf(holdings) }
}

export const productIdsOf = ({ items }: Pick<Cart, 'items'>): string[] => [
  ...new Set(items.map(({ id }) => id).filter(isUuid)),
]

export const codeOf = ({ discountCode }: Pick<Cart, 'discountCode'>): string | null =>
  discountCode === undefined ? null : storedCode(discountCode)

/** The customer who redeems points with the cart; null when nobody does. */
export const redeemerOf = ({ loyaltyEnabled }: Store, { customer, loyaltyPoints }: Cart): string | null =>
  customer && loyaltyEnabled && loyaltyPoints && loyaltyPoints > 0 ? customer.id : null
