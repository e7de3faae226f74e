import { randomBytes } from 'node:crypto'
import { phoneDigits } from '../customers/phone.ts'
import type { Context } from '../gateway/context.ts'
import type { Order, PaymentProvider, Prisma } from '../generated/prisma/client.ts'
import { discountBuyer } from '../orders/discount-use.ts'
import { freeOrderId } from '../orders/free-order.ts'
import { hold } from '../orders/hold.ts'
import { holdersOf, lockHoldings } from '../orders/holders.ts'
import { lockOrder } from '../orders/lock-order.ts'
import { addOrderEvent } from '../orders/order-event.ts'
import { orderNumber } from '../orders/order-number.ts'
import { inOrderTransaction } from '../orders/order-transaction.ts'
import { settleOrder } from '../orders/settle-order.ts'
import { smallestAmount } from '../payments/smallest-amount.ts'
import { isUniqueViolation } from '../platform/database/unique-violation.ts'
import { currencyExponent, decimalText } from '../platform/money.ts'
import { Problem } from '../platform/problem.ts'
import type { Buyer } from './cart-input.ts'
import { bindKey, type Claim } from './idempotency.ts'
import { type Cart, type PricedCart, priceCart } from './price-cart.ts'

export interface NewOrder {
  cart: Omit<Cart, 'buyer'>
  buyer: Buyer
  provider: PaymentProvider
  /** The idempotency key to bind to the order; null without one. */
  claim: Claim | null
}

/**
 * Creates a pending order and reserves everything it needs in one transaction. A free order is settled at once.
 * @throws Problem BAD_USER_INPUT when no item of the cart can be bought, the total is below the provider's minimum, or
 * the buyer has too many unpaid orders; UNAVAILABLE
 */
export function placeOrder(context: Context, { cart, buyer, provider, claim }: NewOrder): Promise<Order> {
  const { services, store } = context
  return inOrderTransaction(
    services.prisma,
    store.id,
    async (tx) => {
      const now = services.clock()
      const customerId = cart.customer?.id ?? null
      const holders = holdersOf({ customerId, phone: buyer.phone, ip: context.ip })
      const holdings = await lockHoldings(tx, store.id, holders, now)
      if (holdings.orders >= services.holdLimits.orders) throw tooManyOrders()

      const buyerKey = discountBuyer(customerId, buyer.phone)
      const counting = { lock: true, now, holdings, limits: services.holdLimits }
      const priced = await priceCart(tx, store, { ...cart, buyer: buyerKey }, counting)
      const { lines, quote, discount, notices } = priced
      const orderNo = orderNumber(randomBytes)
      const expiresAt = new Date(now.getTime() + services.holdMinutes * 60_000)
      const isFree = quote.total === 0n
      if (!isFree) checkPayable(quote.total, store.currency, provider)

      const order = await tx.order.create({
        data: {
          storeId: store.id,
          orderNo,
          customerId,
          buyerName: buyer.name,
          buyerPhone: buyer.phone,
          buyerPhoneDigits: phoneDigits(buyer.phone).replace(/\D/g, ''),
          buyerEmail: buyer.email ?? null,
          buyerAddress: buyer.address ?? null,
          buyerNotes: buyer.notes ?? null,
          currency: store.currency,
          subtotal: quote.subtotal,
          discountAmount: quote.discount,
          loyaltyDiscount: quote.loyaltyDiscount,
          shippingFee: quote.shipping,
          taxAmount: quote.tax,
          taxInclusive: quote.taxInclusive,
          total: quote.total,
          pointsUsed: quote.pointsUsed,
          pointsEarned: quote.pointsEarned,
          discountId: discount?.id ?? null,
          discountCode: discount?.code ?? null,
          notices: notices.map((notice) => ({ ...notice })),
          provider: isFree ? null : provider,
          providerOrderId: isFree ? freeOrderId(orderNo) : null,
          holdExpiresAt: expiresAt,
          checkPaymentAt: isFree ? null : expiresAt,
          createdAt: now,
          updatedAt: now,
        },
      })
      await tx.orderItem.createMany({ data: lines.map((line, position) => itemRow(order, line, position)) })
      await hold(tx, order, {
        holders,
        lines: lines.flatMap(({ pool, qty }, position) => (pool ? [{ position, pool, qty }] : [])),
        discount: discount && { id: discount.id, buyerKey },
      })
      await addOrderEvent(tx, { storeId: store.id, orderId: order.id, actor: 'buyer', kind: 'placed', at: now })
      if (claim) await bindKey(tx, claim, order.id)
      if (isFree) await settleFree(services, tx, order, now)
      return order
    },
    // Order numbers are 50 random bits. In the rare case of a collision, retry with a new one.
    (error) => isUniqueViolation(error, 'order_no'),
  )
}

/** @throws Problem BAD_USER_INPUT when the total, in subunits, is below the provider's minimum */
function checkPayable(total: bigint, currency: string, provider: PaymentProvider): void {
  const least = smallestAmount(provider, currency)
  if (total >= least) return
  const inWords = (amount: bigint) => `${decimalText(amount, currencyExponent(currency))} ${currency}`
  throw new Problem(
    'BAD_USER_INPUT',
    `The total of ${inWords(total)} is below ${inWords(least)}, the least that can be paid. Add something, or take less off.`,
  )
}

const tooManyOrders = () =>
  new Problem('BAD_USER_INPUT', 'Too many unpaid orders. Please pay one, or wait a few minutes.')

function itemRow(order: Order, line: PricedCart['lines'][number], position: number): Prisma.OrderItemCreateManyInput {
  return {
    storeId: order.storeId,
    orderId: order.id,
    position,
    productId: line.product.id,
    variantId: line.variant?.id ?? null,
    name: line.product.name,
    unitPrice: line.unitPrice,
    qty: line.qty,
    taxRateMicro: Number(line.taxRate),
    ...(line.options && { options: line.options }),
  }
}

async function settleFree(
  services: Context['services'],
  tx: Prisma.TransactionClient,
  { storeId, id }: Order,
  now: Date,
): Promise<void> {
  const order = await lockOrder(tx, storeId, { id })
  if (order) await settleOrder(services, tx, order, { actor: 'buyer', now })
}
