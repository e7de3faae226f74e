import { isServed } from '../../api/admission/served-store.ts'
import type { Services } from '../../api/context.ts'
import type { Store } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { busy, Problem } from '../../platform/problem.ts'
import { poolKey } from '../catalog/stock/stock.ts'
import { readTerms, type StoreTerms } from '../delivery/store-terms.ts'
import type { Payer } from '../orders/holds/cash-orders.sql.ts'
import { type HoldLimits, unitsToHold } from '../orders/holds/hold-limits.ts'
import { type Holders, isAddress, phoneHolders } from '../orders/holds/holders.ts'
import { type TakeOver, takeOver } from '../orders/holds/take-over.ts'
import type { ProviderAccount } from '../payments/provider.ts'
import { opened } from '../payments/provider-account.ts'
import { type CartFacts, readCart } from './cart-facts.sql.ts'
import { thingsOf } from './cart-lines.ts'
import type { AddressedBuyer } from './delivery/addressed-buyer.ts'
import { checkBuyer } from './delivery/check-buyer.ts'
import { methodUnavailable } from './delivery/fulfilment.ts'
import { isLocked, lockCart, readStore } from './lock-cart.sql.ts'
import { type Notice, shownNotice } from './notice.ts'
import { type Cart, type PricedCart, pointsLeft, priceCart } from './price-cart.ts'

interface LockedPrice {
  store: Store
  /** The store's payment account; null for an order that is paid without the provider, or costs nothing there. */
  account: ProviderAccount | null
  priced: PricedCart
  takes: TakeOver
  /** Whether it waits for the owner whatever its payment method says. */
  mustWait: boolean
}

interface Ordering {
  holders: Holders
  cartId: string | null
  payer: Payer
  buyer: AddressedBuyer
  now: Date
}

/** Another attempt needs a change by the owner during the last one. */
const ATTEMPTS = 5

/**
 * Prices a cart and locks what it counts on until the transaction ends; again when the owner changed settings
 * meanwhile.
 * @throws Problem STORE_NOT_FOUND, PAYMENTS_NOT_CONFIGURED; BAD_USER_INPUT when nothing can be bought, the buyer cannot
 * be reached, or has too many unpaid orders; UNAVAILABLE after too many changes
 */
export async function lockAndPrice(
  tx: SqlClient,
  { services, store: found, terms: foundTerms }: { services: Services; store: Store; terms: StoreTerms },
  cart: Cart,
  { holders, cartId, payer, buyer, now }: Ordering,
): Promise<LockedPrice> {
  const limits = services.holdLimits
  const paysLater = cart.wish?.paymentMethod != null
  let store = found
  let terms = foundTerms
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    // Sent together, but read once all is locked.
    const [locked, facts] = await Promise.all([
      lockCart(tx, store, cart, { holders, cartId }),
      readCart(services, tx, store, cart, { holders, now, account: true, payer: paysLater ? payer : null }),
    ])
    if (facts.storeVersion !== store.version || facts.termsVersion !== terms.version) {
      store = await getOpenStore(tx, store.id)
      terms = await readTerms(tx, store.id)
      continue
    }
    const account = facts.account && opened(services.seal, facts.account)
    // Before the cart is looked at, as for a store that has no other way to be paid.
    if (!account && !paysLater) throw notConfigured()
    const priced = priceCart(store, cart, facts, { now, limits, terms })
    const [refusal] = priced.fulfilled.notices
    if (refusal) throw refusedFor(refusal)
    if (!isLocked(locked, priced)) continue
    checkBuyer(priced, buyer, store)
    checkCash(priced, facts, payer, limits)
    const takes = takenBy(priced, cart, facts)
    checkOrders(holders, facts, takes, limits)
    return { store, account, priced, takes, mustWait: isMuchForAddress(priced, facts, limits) }
  }
  throw busy(new Error('The store has changed each time that the cart was locked'))
}

async function getOpenStore(tx: SqlClient, id: string): Promise<Store> {
  const store = await readStore(tx, id)
  if (!isServed(store)) throw new Problem('STORE_NOT_FOUND', 'Site not found')
  return store
}

function takenBy({ lines, quote, discount }: PricedCart, { buyer }: Cart, facts: CartFacts): TakeOver {
  const least = (...counts: (number | null)[]) =>
    counts.reduce((lowest, count) => (lowest === null || (count !== null && count < lowest) ? count : lowest), null)
  return takeOver(facts.holdings.own, {
    things: thingsOf(lines),
    discount: discount && {
      id: discount.id,
      buyerKey: buyer ?? '',
      left: least(discount.usesLeft, discount.mayHold),
      leftForBuyer: discount.usesLeftForBuyer,
    },
    points: quote.pointsUsed,
    pointsLeft: pointsLeft(facts),
  })
}

/** Replaced orders do not count. @throws Problem BAD_USER_INPUT */
function checkOrders({ limited }: Holders, { holdings }: CartFacts, { replaced }: TakeOver, limits: HoldLimits): void {
  for (const holder of limited) {
    const gone = replaced.filter(({ holders }) => holders.includes(holder)).length
    const unpaid = (holdings.orders.get(holder) ?? 0) - gone
    if (unpaid >= (isAddress(holder) ? limits.addressOrders : limits.orders)) {
      throw new Problem('BAD_USER_INPUT', 'Too many unpaid orders. Please pay one, or wait a few minutes.', {
        reason: 'TOO_MANY_UNPAID_ORDERS',
      })
    }
  }
}

/** The order's own method is checked with the rest of the store's terms. @throws Problem BAD_USER_INPUT */
function checkCash({ quote, fulfilled }: PricedCart, { cash }: CartFacts, payer: Payer, limits: HoldLimits): void {
  const { payment } = fulfilled
  if (!payment || !cash || quote.total === 0n) return
  const { maxRefusals } = payment.offer
  // A courier needs a phone number, and without one nobody counts what its buyer owes.
  const isUncounted = payer.customerId === null && phoneHolders(payer.phone).length === 0
  if (isUncounted || (maxRefusals !== null && cash.refusals > maxRefusals)) throw refusedFor(methodUnavailable)
  if (cash.open >= limits.cashOrders || (payer.customerId === null && cash.ofAddress.guests >= limits.addressOrders)) {
    throw new Problem('BAD_USER_INPUT', 'Too many orders to pay on delivery. Please pay one, or wait.', {
      reason: 'TOO_MANY_CASH_ORDERS',
    })
  }
}

/**
 * Whether one address would take more of a counted stock on delivery than a tenth, after as many orders as one buyer
 * may have: invented phones and new accounts cost nothing.
 */
function isMuchForAddress({ lines }: PricedCart, { cash }: CartFacts, limits: HoldLimits): boolean {
  if (!cash || cash.ofAddress.all < limits.cashOrders) return false
  const units = new Map(Object.entries(cash.ofAddress.units ?? {}))
  return lines.some(({ pool, product, variant, qty }) => {
    if (!pool) return false
    const key = poolKey(pool)
    const taken = (units.get(key) ?? 0) + qty
    units.set(key, taken)
    return taken > unitsToHold(limits, (pool.variantId ? variant?.stock : product.stock) ?? 0)
  })
}

const refusedFor = (notice: Notice): Problem =>
  new Problem('BAD_USER_INPUT', notice.message, {
    reason: notice.reason,
    notices: [shownNotice(notice)],
    ...(notice.needs && { field: `delivery.${notice.needs}` }),
  })

export const notConfigured = (): Problem => new Problem('PAYMENTS_NOT_CONFIGURED', 'Payments not configured')
