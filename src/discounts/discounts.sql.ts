import { Prisma } from '../generated/prisma/client.ts'

// SQL, since these are parts of the statements that lock and price a cart.

/**
 * Selects the discount of a stored code, with its uses, in one value; `storeDiscountOf` reads it. Null when the store
 * has none.
 * @param buyer the key that uses are counted by; null for nobody's
 */
export const discountAsJson = (
  storeId: string,
  code: string,
  buyer: string | null,
  now: Date,
): Prisma.Sql => Prisma.sql`(
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

/** The condition for the discount of a code, if its uses are limited: only then do its buyers take turns. */
export const limitedDiscount = (storeId: string, code: string | null): Prisma.Sql => Prisma.sql`
  store_id = ${storeId}::uuid AND code = ${code} AND (usage_limit IS NOT NULL OR per_customer_limit IS NOT NULL)`
