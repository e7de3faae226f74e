import type { Context } from '../../api/context.ts'
import type { Order } from '../../generated/prisma/client.ts'
import { isUniqueViolation } from '../../platform/database/errors/key-violation.ts'
import { moneyInWords, toMainUnits } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import { contentKey, unbought } from '../carts/cart-line.ts'
import type { StoredCart } from '../carts/stored-cart.ts'
import { boughtItem, takenFromCart } from '../carts/take-bought.ts'
import { queueOrderMails } from '../mails/queue-order-mails.ts'
import { payerOf } from '../orders/holds/cash-orders.sql.ts'
import { discountBuyer, holdersOf } from '../orders/holds/holders.ts'
import { inSaleTransaction } from '../orders/order-transaction.ts'
import { lockForSettling } from '../orders/settle/settle-order.sql.ts'
import { settleOrder } from '../orders/settle/settle-order.ts'
import { paymentOf } from '../payments/methods/order-payment.ts'
import type { PaymentProvider, ProviderAccount } from '../payments/provider.ts'
import { smallestAmount } from '../payments/smallest-amount.ts'
import type { AddressedBuyer } from './delivery/addressed-buyer.ts'
import { NO_WISH } from './delivery/fulfilment.ts'
import { bindKey, type Claim } from './idempotency.ts'
import { lockAndPrice } from './lock-and-price.ts'
import { newOrder } from './new-order.ts'
import { type Notice, shownNotice } from './notice.ts'
import { writeOrder } from './place-order.sql.ts'
import type { Cart } from './price-cart.ts'

interface NewOrder {
  cart: Omit<Cart, 'buyer'>
  buyer: AddressedBuyer
  stored: StoredCart | null
  /** Its id as requested, which may be that of a merged cart. */
  askedId: string | null
  claim: Claim | null
  /** What the buyer has been shown, in main currency units; any total will do when left out. */
  expectedTotal: number | undefined
}

export interface PlacedOrder {
  order: Order
  /** The store's account, with which the order is to be paid; null for a payment method of the store's. */
  account: ProviderAccount | null
}

/**
 * Creates a pending order with its holds in one transaction. A free order is settled at once.
 * @throws Problem STORE_NOT_FOUND, PAYMENTS_NOT_CONFIGURED; BAD_USER_INPUT when nothing can be bought, the total is
 * below the provider's minimum, or the buyer has too many unpaid orders; CONFLICT when it is not the expected one;
 * UNAVAILABLE
 */
export async function placeOrder(
  context: Context,
  { cart: goods, buyer, stored, askedId, claim, expectedTotal }: NewOrder,
): Promise<PlacedOrder> {
  const { services } = context
  const customerId = goods.customer?.id ?? null
  const cartId = stored?.id ?? null
  const cartIds = stored ? [stored.id, ...(askedId ? [askedId] : [])] : []
  const holders = holdersOf({ customerId, phone: buyer.phone, ip: context.ip, cartIds })
  const payer = payerOf(services.keyedHash, context.store.id, { customerId, phone: buyer.phone, ip: context.ip })
  const buyerKey = discountBuyer(customerId, buyer.phone)
  const cart = { ...goods, buyer: buyerKey }
  const terms = await context.terms()
  const placed = await inSaleTransaction(
    services,
    context.store.id,
    async (tx) => {
      const now = services.clock()
      const { store, account, priced, takes, mustWait } = await lockAndPrice(
        tx,
        { services, store: context.store, terms },
        cart,
        { holders, cartId, payer, buyer, now },
      )
      const { payment } = priced.fulfilled
      const { total } = priced.quote
      if (expectedTotal !== undefined && toMainUnits(total, store.currency) !== expectedTotal) {
        throw totalChanged({ amount: total, currency: store.currency }, priced.notices)
      }
      if (total > 0n && !payment && account) {
        checkPayable(total, store.currency, account.provider)
      }
      const wish = cart.wish ?? NO_WISH
      const order = newOrder(
        { services, store },
        { customerId, payerAddress: payer.addresses[0] ?? null, buyer, cartId, priced, account, mustWait, wish, now },
      )
      // Without waiting for a payment: it costs nothing, or is paid later.
      const isConfirmed = order.total === 0n || paymentOf(order)?.confirm === 'AUTO'
      if (claim) await bindKey(tx, claim, order.id, stored && contentKey(unbought(stored, order.items.map(boughtItem))))
      // The owner is to confirm it, and hears of it before anybody pays.
      if (!isConfirmed && payment) {
        await queueOrderMails(tx, services, order, { mailsOwner: store.ownerEmail !== null }, ['NEW_ORDER'])
      }
      await writeOrder(tx, order, {
        reservation: {
          holders: holders.stored,
          lines: priced.lines.flatMap(({ pool, qty }, position) => (pool ? [{ position, pool, qty }] : [])),
          discount: priced.discount && { id: priced.discount.id, buyerKey },
        },
        takes,
        // One for the provider's widget leaves the cart when it is paid, and a free one when it is settled.
        leaving: order.paymentMethod === null ? [] : await takenFromCart(tx, order, now),
        now,
        isLast: !isConfirmed,
      })
      if (isConfirmed) {
        const needs = await lockForSettling(tx, store.id, { id: order.id })
        const isPaid = order.total === 0n
        // A millisecond later, so that the order's history begins with how it was placed.
        const at = isPaid ? now : new Date(now.getTime() + 1)
        await settleOrder(services, tx, order, needs, { actor: 'buyer', isPaid, now: at })
      }
      return { order, account }
    },
    // 50 random bits; a rare collision is retried.
    (error) => isUniqueViolation(error, 'order_no'),
  )
  const { ordersPlaced, ordersSettled } = services.metrics.counts
  const { total, paymentMethod } = placed.order
  const isFree = total === 0n
  ordersPlaced[isFree ? 'free' : paymentMethod === null ? 'due' : 'later'] += 1
  if (isFree) ordersSettled.free += 1
  return placed
}

/** @param notices what may be the reason */
function totalChanged(total: { amount: bigint; currency: string }, notices: readonly Notice[]): Problem {
  const message = `The total is now ${moneyInWords(total)}. Please check it, then order again.`
  const changed = {
    code: 'TOTAL_CHANGED',
    reason: 'TOTAL_CHANGED',
    message,
    total: toMainUnits(total.amount, total.currency),
  }
  return new Problem('CONFLICT', message, { reason: 'TOTAL_CHANGED', notices: [changed, ...notices.map(shownNotice)] })
}

/** @param total in subunits @throws Problem BAD_USER_INPUT below the provider's minimum */
function checkPayable(total: bigint, currency: string, provider: PaymentProvider): void {
  const least = smallestAmount(provider, currency)
  if (total >= least) return
  const inWords = (amount: bigint) => moneyInWords({ amount, currency })
  throw new Problem(
    'BAD_USER_INPUT',
    `The total of ${inWords(total)} is below ${inWords(least)}, the least that can be paid. Add something, or take less off.`,
    { reason: 'TOTAL_TOO_SMALL' },
  )
}
