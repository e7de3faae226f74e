import type { CartItem } from '../carts/cart-line.ts'
import type { Viewer } from '../customers/find-viewer.ts'
import { type StoreDiscount, storeDiscountOf } from '../discounts/discount-terms.ts'
import type { Store } from '../generated/prisma/client.ts'
import type { HoldLimits } from '../orders/hold-limits.ts'
import { ownPoints } from '../orders/holdings.ts'
import { currencyExponent } from '../platform/money.ts'
import { Problem } from '../platform/problem.ts'
import type { CartFacts } from './cart-facts.ts'
import { type CartLine, findLines, inStock, unitsLeft } from './cart-lines.ts'
import { discountNotice, type Notice, pointsNotice } from './notice.ts'
import type { PointsOffer } from './pricing/loyalty.ts'
import { type PricingSettings, type Quote, quote } from './pricing/quote.ts'

export interface Cart {
  items: readonly CartItem[]
  discountCode: string | undefined
  /** The points that the buyer wants to redeem. */
  loyaltyPoints: number | undefined
  /** Null for a guest. */
  customer: Viewer | null
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

interface Terms {
  now: Date
  limits: HoldLimits
}

/**
 * Prices a cart, taking into account what other buyers' pending orders hold.
 * @throws Problem BAD_USER_INPUT when no item of the cart can be bought
 */
export function priceCart(store: Store, cart: Cart, facts: CartFacts, terms: Terms): PricedCart {
  const priced = priceWhatIsSold(store, cart, facts, terms)
  if (priced.lines.length === 0) throw new Problem('BAD_USER_INPUT', 'No valid items in cart')
  return priced
}

/**
 * The same for a cart of which maybe nothing can be bought, which costs nothing then, not even shipping. `found` are the
 * lines whose product and variant the store sells, whether or not they are in stock.
 */
export function priceWhatIsSold(
  store: Store,
  cart: Cart,
  facts: CartFacts,
  { now, limits }: Terms,
): PricedCart & { found: CartLine[] } {
  const sold = findLines(store, cart.items, facts.products)
  const { lines, notices } = inStock(sold.lines, unitsLeft(sold.lines, facts, limits))
  const settings = pricingSettings(store)

  const { buyer, customer } = cart
  const { discount, holdings } = facts
  const terms = discount && storeDiscountOf(discount, { buyer, holdings, limits })
  const priced = quote({
    lines,
    settings: lines.length === 0 ? { ...settings, shippingFee: 0n } : settings,
    discount: terms,
    points: pointsOffer(cart, facts),
    earns: customer !== null,
    now,
  })
  return {
    found: sold.lines,
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

const pointsOffer = ({ loyaltyPoints: requested = 0 }: Cart, facts: CartFacts): PointsOffer | null =>
  facts.points && { requested, available: pointsLeft(facts) }

/** The points that the customer can redeem; those that their own unpaid orders hold are some of them. */
export const pointsLeft = ({ points, holdings }: Pick<CartFacts, 'points' | 'holdings'>): number =>
  points === null ? 0 : points.balance - points.held + ownPoints(holdings.own)

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
