import { count } from '../../api/admission/admission.ts'
import type { Context } from '../../api/context.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { parseInput } from '../../platform/input/parse-input.ts'
import { currencyExponent } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import type { CartItem } from '../carts/cart-line.ts'
import type { Viewer } from '../customers/customers.sql.ts'
import type { StoreTerms } from '../delivery/store-terms.ts'
import { type StoreDiscount, storeDiscountOf } from '../discounts/discount-terms.ts'
import type { HoldLimits } from '../orders/holds/hold-limits.ts'
import { askerOf, discountBuyer } from '../orders/holds/holders.ts'
import { ownPoints } from '../orders/holds/holdings.ts'
import type { CartFacts } from './cart-facts.sql.ts'
import { readCart } from './cart-facts.sql.ts'
import { quoteInput } from './cart-input.ts'
import { type CartLine, findLines, inStock, unitsLeft } from './cart-lines.ts'
import { type Fulfilled, fulfilled, NO_WISH, offeredFor, type Wish } from './delivery/fulfilment.ts'
import { wishOf } from './delivery/wish.ts'
import { discountNotice, type Notice, pointsNotice, shownNotice, withProducts } from './notice.ts'
import type { PointsOffer } from './pricing/loyalty.ts'
import { type PricingSettings, type Quote, quote } from './pricing/quote.ts'

export interface Cart {
  items: readonly CartItem[]
  discountCode: string | undefined
  loyaltyPoints: number | undefined
  customer: Viewer | null
  /** Counts discount uses, from `discountBuyer`; null skips limits per customer. */
  buyer: string | null
  /** How it is to be delivered and paid. */
  wish?: Wish
}

export interface PricedCart {
  lines: CartLine[]
  quote: Quote
  discount: StoreDiscount | null
  notices: Notice[]
  fulfilled: Fulfilled
}

interface Terms {
  now: Date
  limits: HoldLimits
  terms: StoreTerms
}

/** Other buyers' holds count. @throws Problem BAD_USER_INPUT when nothing can be bought */
export function priceCart(store: Store, cart: Cart, facts: CartFacts, terms: Terms): PricedCart {
  const priced = priceWhatIsSold(store, cart, facts, terms)
  if (priced.lines.length === 0) {
    // Code and points then have nothing to apply to, which is no reason.
    const notices = priced.notices.filter(({ item }) => item !== null).map(shownNotice)
    throw new Problem('BAD_USER_INPUT', 'No valid items in cart', { reason: 'NOTHING_TO_BUY', notices })
  }
  return priced
}

/** Also for a cart of which nothing can be bought, at no cost. `found` includes lines out of stock. */
export function priceWhatIsSold(
  store: Store,
  cart: Cart,
  facts: CartFacts,
  { now, limits, terms: storeTerms }: Terms,
): PricedCart & { found: CartLine[] } {
  const sold = findLines(store, cart.items, facts.products)
  const { lines, notices } = inStock(sold.lines, unitsLeft(sold.lines, facts, limits))
  const settings = pricingSettings(store)

  const { buyer, customer, wish = NO_WISH } = cart
  const offered = offeredFor(storeTerms, store, { lines, wish, isSignedIn: customer !== null })
  const { discount, holdings } = facts
  const terms = discount && storeDiscountOf(discount, { buyer, holdings, limits })
  const priced = quote({
    lines,
    settings: lines.length === 0 ? { ...settings, shippingFee: 0n } : settings,
    discount: terms,
    points: pointsOffer(cart, facts),
    earns: customer !== null,
    now,
    fulfilment: offered.fulfilment,
  })
  const fulfilment = fulfilled(offered, { wish, quote: priced, store, now })
  return {
    found: sold.lines,
    lines,
    quote: priced,
    discount: priced.discount > 0n ? terms : null,
    notices: [
      ...withProducts([...sold.notices, ...notices], cart.items),
      ...discountNotices(cart, terms, priced),
      ...pointsNotices(store, cart, facts, priced),
      ...fulfilment.notices,
    ],
    fulfilled: fulfilment,
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

/** Includes points held by their own unpaid orders. */
export const pointsLeft = ({ points, holdings }: Pick<CartFacts, 'points' | 'holdings'>): number =>
  points === null ? 0 : points.balance - points.held + ownPoints(holdings.own)

function discountNotices({ discountCode }: Cart, terms: StoreDiscount | null, priced: Quote): Notice[] {
  if (discountCode === undefined) return []
  if (!terms) return [discountNotice('UNKNOWN')]
  const { lines, discount, refusedDiscount } = priced
  if (refusedDiscount) return [discountNotice(refusedDiscount)]
  return discount === 0n && lines.length > 0 ? [discountNotice('TAKES_NOTHING')] : []
}

function pointsNotices(
  store: Store,
  { customer, loyaltyPoints: asked = 0 }: Cart,
  { points }: CartFacts,
  { pointsUsed: used, subtotal, discount, loyaltyDiscount }: Quote,
): Notice[] {
  if (asked === used) return []
  if (!customer) return [pointsNotice('LOGIN_REQUIRED', 'Log in to redeem points.')]
  if (!store.loyaltyEnabled) return [pointsNotice('POINTS_DISABLED', 'This store has no loyalty program.')]
  if (asked <= 0) return [pointsNotice('POINTS_INVALID', 'Points to redeem must be a number above 0.')]
  const { balance, held } = points ?? { balance: 0, held: 0 }
  const isAllThere = used >= balance - held
  const [reason, why] =
    used === Math.floor(asked)
      ? (['POINTS_NOT_WHOLE', 'only whole points can be'] as const)
      : isAllThere
        ? ([
            'POINTS_SHORT',
            `you have ${balance}${held > 0 ? `, of which your unpaid orders hold ${held}` : ''}`,
          ] as const)
        : loyaltyDiscount === subtotal - discount
          ? (['POINTS_NOT_NEEDED', 'no more are needed'] as const)
          : (['POINTS_WORTH_TOO_LITTLE', 'they are worth too little to take anything off'] as const)
  return [pointsNotice(reason, `${used} of ${asked} points were redeemed: ${why}.`)]
}

/**
 * Prices a cart without reserving. The buyer's unpaid holds count as free. Limits per customer need a token, or quotes
 * would reveal which phones used a code; quotes with a code have a rate limit of their own, as they reveal codes.
 * @throws Problem BAD_USER_INPUT, RATE_LIMITED
 */
export async function quoteCart(context: Context, input: unknown): Promise<PricedCart> {
  const { items, phone, discountCode, loyaltyPoints, ...asked } = parseInput(quoteInput, input)
  if (discountCode !== undefined) await count(context, 'quoteCode')
  const { services, store } = context
  const customer = await context.viewer()
  const buyer = customer && discountBuyer(customer.id, customer.phone)
  const cart = { items, discountCode, loyaltyPoints, customer, buyer, wish: await wishOf(context, customer, asked) }
  const now = services.clock()
  const holders = askerOf({ customer, phone, ip: context.ip, cartIds: [] })
  const facts = await readCart(services, services.db.sql, store, cart, { holders, now, account: false })
  return priceCart(store, cart, facts, { now, limits: services.holdLimits, terms: await context.terms() })
}
