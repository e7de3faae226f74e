import type { Counting } from '../checkout/counting.ts'
import type { DiscountTerms } from '../checkout/pricing/discount.ts'
import { type Discount, Prisma, type Store } from '../generated/prisma/client.ts'
import { NAMELESS_BUYER } from '../orders/discount-use.ts'
import type { HoldLimits } from '../orders/hold-limits.ts'
import type { Holdings } from '../orders/holders.ts'
import { isStorableText } from '../platform/text.ts'
import { discountKey } from './discount-code.ts'

export interface StoreDiscount extends DiscountTerms {
  id: string
  code: string
}

/** Longer texts cannot be a code and are not looked up. */
const MAX_CODE = 100

/**
 * Finds a discount by code, with its remaining uses; null when the store has none. Without a buyer, limits per customer
 * are not checked. With `lock`, a discount with limited uses stays locked until the transaction ends.
 */
export async function findDiscount(
  db: Prisma.TransactionClient,
  store: Store,
  { code, buyer, lock, now, holdings, limits }: Counting & { code: string; buyer: string | null },
): Promise<StoreDiscount | null> {
  const key = discountKey(code)
  if (key.length > MAX_CODE || !isStorableText(key)) return null
  const where = { storeId_code: { storeId: store.id, code: key } }
  const seen = await db.discount.findUnique({ where })
  if (!seen) return null
  const isLimited = seen.usageLimit !== null || seen.perCustomerLimit !== null
  // Only discounts with limited uses are locked. Read again after the lock, because the discount may have changed.
  const discount =
    lock && isLimited ? await lockDiscount(db, store.id, seen.id).then(() => db.discount.findUnique({ where })) : seen
  if (!discount) return null

  const limitOfBuyer = buyer === null || buyer === NAMELESS_BUYER ? null : discount.perCustomerLimit
  const held = { storeId: store.id, discountId: discount.id, expiresAt: { gt: now } }
  const [heldByAll, byBuyer] = await Promise.all([
    discount.usageLimit === null ? 0 : db.discountUse.count({ where: held }),
    buyer === null || limitOfBuyer === null
      ? 0
      : db.discountUse.count({
          where: {
            storeId: store.id,
            discountId: discount.id,
            buyerKey: buyer,
            OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
          },
        }),
  ])
  return {
    ...discount,
    percent: discount.percentMicro === null ? null : BigInt(discount.percentMicro),
    usesLeft: discount.usageLimit === null ? null : discount.usageLimit - discount.timesUsed - heldByAll,
    usesLeftForBuyer: limitOfBuyer === null ? null : limitOfBuyer - byBuyer,
    withheld: withheldFrom(discount, buyer, holdings, limits),
  }
}

function withheldFrom(
  { id, perCustomerLimit }: Discount,
  buyer: string | null,
  holdings: Holdings,
  limits: HoldLimits,
): StoreDiscount['withheld'] {
  if (perCustomerLimit !== null && buyer === NAMELESS_BUYER) return 'NO_PHONE'
  return (holdings.discountUses.get(id) ?? 0) >= limits.discountUses ? 'HELD_BY_BUYER' : null
}

/** Locks the discount until the transaction ends. */
export async function lockDiscount(tx: Prisma.TransactionClient, storeId: string, id: string): Promise<void> {
  await tx.$queryRaw(
    Prisma.sql`SELECT 1 FROM discounts WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`,
  )
}
