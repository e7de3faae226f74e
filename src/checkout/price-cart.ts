import { findDiscount, type StoreDiscount } from '../discounts/discount-terms.ts'
import type { Customer, Prisma, Store } from '../generated/prisma/client.ts'
import { heldPoints, lockPoints } from '../loyalty/points.ts'
import { currencyExponent } from '../platform/money.ts'
import { Problem } from '../platform/problem.ts'
import type { CartItem } from './cart-input.ts'
import { type CartLine, findLines, inStock, unitsLeft } from './cart-lines.ts'
import type { Counting } from './counting.ts'
import { discountNotice, type Notice, pointsNotice } from './notice.ts'
import type { PointsOffer } from './pricing/loyalty.ts'
import { type PricingSettings, type Quote, quote } from './pricing/quote.ts'

export interface Cart {
  items: readonly CartItem[]
  discountCode: string | undefined
  /** The points that the buyer wants to redeem. */
  loyaltyPoints: number | undefined
  /** Null for a guest. */
  customer: Customer | null
  /**
   * The key under which discount uses are counted, from `discountBuyer`. With null, limits per customer are not
   * checked.
   */
  buyer: string | null
}

export interface PricedCart {
  /** Lines that can be bought, in the order of `quote.lines`. */
  lines: CartLine[]
  quote: Quote
  /** The discount that was applied; null when none was. */
  discount: StoreDiscount | null
  notices: Notice[]
}

/**
 * Prices a cart, taking into account what other pending orders hold. With `lock`, everything it counts on cannot change
 * until the transaction ends; locks are taken on products, variants, discount and customer, in that order.
 * @throws Problem BAD_USER_INPUT when no item of the cart can be bought
 */
export async function priceCart(
  db: Prisma.TransactionClient,
  store: Store,
  cart: Cart,
  counting: Counting,
): Promise<PricedCart> {
  const { lock, now } = counting
  const sold = await findLines(db, store, cart.items)
  const { lines, notices } = inStock(sold.lines, await unitsLeft(db, store, sold.lines, counting))
  if (lines.length === 0) throw new Problem('BAD_USER_INPUT', 'No valid items in cart')

  const { discountCode: code, buyer, customer } = cart
  const terms = code === undefined ? null : await findDiscount(db, store, { code, buyer, ...counting })
  const priced = quote({
    lines,
    settings: pricingSettings(store),
    discount: terms,
    points: await pointsOffer(db, store, cart, { lock, now }),
    earns: customer !== null,
    now,
  })
  return {
    lines,
    quote: priced,
    discount: priced.discount > 0n ? terms : null,
    notices: [...sold.notices, ...notices, ...cartNotices(store, cart, terms, priced)],
  }
}

const pricingSettings = (store: Store): PricingSettings => ({
  exponent: currencyExponent(store.currency),
  taxInclusive: store.taxInclusive,
  shippingFee: store.shippingFee,
  shippingFreeFrom: store.shippingFreeFrom,
  loyalty: store.loyaltyEnabled ? { earnRate: store.earnRateMicro, redeemRate: store.redeemRateMicro } : null,
})

async function pointsOffer(
  db: Prisma.TransactionClient,
  store: Store,
  { customer, loyaltyPoints: requested }: Cart,
  { lock, now }: { lock: boolean; now: Date },
): Promise<PointsOffer | null> {
  if (!customer || !store.loyaltyEnabled || !requested || requested <= 0) return null
  const balance = lock ? await lockPoints(db, customer) : customer.points
  return { requested, available: balance - (await heldPoints(db, customer, now)) }
}

function cartNotices(
  store: Store,
  cart: Cart,
  terms: StoreDiscount | null,
  { refusedDiscount, pointsUsed }: Quote,
): Notice[] {
  const notices: Notice[] = []
  if (cart.discountCode !== undefined && !terms) notices.push(discountNotice('UNKNOWN'))
  if (refusedDiscount) notices.push(discountNotice(refusedDiscount))
  const asked = Math.floor(cart.loyaltyPoints ?? 0)
  if (asked > pointsUsed) {
    if (!cart.customer) notices.push(pointsNotice('Log in to redeem points.'))
    else if (!store.loyaltyEnabled) notices.push(pointsNotice('This store has no loyalty program.'))
    else notices.push(pointsNotice(`${pointsUsed} of ${asked} points were redeemed.`))
  }
  return notices
}
