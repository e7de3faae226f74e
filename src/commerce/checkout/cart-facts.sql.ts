import type { Services } from '../../api/context.ts'
import { Prisma, type Store } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { isUuid } from '../../platform/uuid.ts'
import {
  type PricedProduct,
  type ProductAsJson,
  pricedProductsAsJson,
  pricedProductsOf,
} from '../catalog/priced-product.sql.ts'
import { heldAsJson } from '../catalog/stock/stock.sql.ts'
import { heldOf, type Stock } from '../catalog/stock/stock.ts'
import { type DiscountAsJson, storedCode } from '../discounts/discount-terms.ts'
import { pointsAsJson } from '../loyalty/ledger.sql.ts'
import type { Points } from '../loyalty/points.ts'
import { type CashFacts, cashFactsAsJson, type Payer } from '../orders/holds/cash-orders.sql.ts'
import type { Holders } from '../orders/holds/holders.ts'
import { holdingsAsJson, holdingsInShortAsJson } from '../orders/holds/holdings.sql.ts'
import { type Holdings, type HoldingsAsJson, type HoldingsInShort, holdingsOf } from '../orders/holds/holdings.ts'
import { accountAsJson } from '../payments/payments.sql.ts'
import type { SealedAccount } from '../payments/provider-account.ts'
import type { Cart } from './price-cart.ts'

// SQL: one statement reads all that prices a cart.

export interface CartFacts {
  /** Of the settings; null when the store is gone. */
  storeVersion: number | null
  /** The version of its terms. */
  termsVersion: bigint
  /** The products that are for sale, by id. */
  products: ReadonlyMap<string, PricedProduct>
  held: Stock
  /** What the buyer holds unpaid, which counts as free for them. */
  holdings: Holdings
  discount: DiscountAsJson | null
  points: Points | null
  account: SealedAccount | null
  /** For a buyer who wants to pay without the provider; otherwise null. */
  cash: CashFacts | null
}

interface Asked {
  holders: Holders
  now: Date
  account: boolean
  /** Null when they have not chosen a payment method of the store, or are not known. */
  payer?: Payer | null
  pictures?: boolean
}

type HoldingsSettings = Pick<Services, 'holdLimits' | 'holdMinutes'>

/** In one statement; again in full when the buyer holds something unpaid or has too many strikes. */
export async function readCart(
  settings: HoldingsSettings,
  db: SqlClient,
  store: Store,
  cart: Cart,
  asked: Asked,
): Promise<CartFacts> {
  const of = { holders: asked.holders, now: asked.now, limits: settings.holdLimits, holdMinutes: settings.holdMinutes }
  const { holdings, ...facts } = await readFacts<HoldingsInShort>(
    db,
    store,
    cart,
    asked,
    holdingsInShortAsJson(store.id, of),
  )
  if (!holdings.hasMore) return { ...facts, holdings: holdingsOf(holdings) }
  const whole = await readFacts<HoldingsAsJson>(db, store, cart, asked, holdingsAsJson(store.id, of))
  return { ...whole, holdings: holdingsOf(whole.holdings) }
}

async function readFacts<H>(
  db: SqlClient,
  store: Store,
  cart: Cart,
  { now, account, payer = null, pictures = false }: Asked,
  holdingsAsked: Prisma.Sql,
): Promise<Omit<CartFacts, 'holdings'> & { holdings: H }> {
  const { id: storeId } = store
  const ids = productIdsOf(cart)
  const code = codeOf(cart)
  const customerId = redeemerOf(store, cart)
  const nothing = Prisma.sql`NULL::json`
  type Row = Pick<CartFacts, 'storeVersion' | 'termsVersion' | 'discount' | 'points' | 'account' | 'cash'> & {
    products: ProductAsJson[] | null
    held: Record<string, number> | null
    holdings: H
  }
  const [row] = await db.$queryRaw<Row[]>`
    SELECT (SELECT version FROM stores WHERE id = ${storeId}::uuid) AS "storeVersion",
      coalesce((SELECT terms_version FROM content_versions WHERE store_id = ${storeId}::uuid), 0) AS "termsVersion",
      ${pricedProductsAsJson(storeId, ids, { pictures })} AS products, ${heldAsJson(storeId, ids, now)} AS held,
      ${holdingsAsked} AS holdings,
      ${code === null ? nothing : discountAsJson(storeId, code, cart.buyer, now)} AS discount,
      ${customerId === null ? nothing : pointsAsJson(storeId, customerId, now)} AS points,
      ${account ? accountAsJson(storeId) : nothing} AS account,
      ${payer ? cashFactsAsJson(storeId, payer, now) : nothing} AS cash`
  if (!row) throw new Error('A statement without FROM has given no row')
  return { ...row, products: pricedProductsOf(row.products), held: heldOf(row.held) }
}

const productIdsOf = ({ items }: Pick<Cart, 'items'>): string[] => [
  ...new Set(items.map(({ id }) => id).filter(isUuid)),
]

export const codeOf = ({ discountCode }: Pick<Cart, 'discountCode'>): string | null =>
  discountCode === undefined ? null : storedCode(discountCode)

export const redeemerOf = ({ loyaltyEnabled }: Store, { customer, loyaltyPoints }: Cart): string | null =>
  customer && loyaltyEnabled && loyaltyPoints && loyaltyPoints > 0 ? customer.id : null

/** One value, or null; `storeDiscountOf` reads it. @param buyer counts uses; null for nobody's */
const discountAsJson = (storeId: string, code: string, buyer: string | null, now: Date): Prisma.Sql => Prisma.sql`(
  SELECT json_build_object(
    'id', id, 'code', code, 'type', type, 'percentMicro', percent_micro, 'amount', amount::text,
    'minSubtotal', min_subtotal::text, 'maxDiscount', max_discount::text, 'usageLimit', usage_limit,
    'perCustomerLimit', per_customer_limit, 'startsAt', starts_at, 'endsAt', ends_at, 'active', active,
    'timesUsed', times_used,
    'held', CASE WHEN usage_limit IS NULL THEN 0 ELSE (
      SELECT count(*) FROM discount_uses
      WHERE store_id = ${storeId}::uuid AND discount_id = discounts.id AND expires_at > ${now}::timestamptz
    ) END,
    'usedByBuyer', CASE WHEN per_customer_limit IS NULL THEN 0 ELSE (
      SELECT count(*) FROM discount_uses
      WHERE store_id = ${storeId}::uuid AND discount_id = discounts.id AND buyer_key = ${buyer}
        AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)
    ) END)
  FROM discounts WHERE store_id = ${storeId}::uuid AND code = ${code}
)`
