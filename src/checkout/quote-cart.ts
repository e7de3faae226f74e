import { count } from '../gateway/admission.ts'
import type { Context } from '../gateway/context.ts'
import { discountBuyer } from '../orders/discount-use.ts'
import { customerHolder, findHoldings, noHoldings } from '../orders/holders.ts'
import { parseOrTellFirst } from '../platform/input/first-mistake.ts'
import { quoteInput } from './cart-input.ts'
import { type PricedCart, priceCart } from './price-cart.ts'

/**
 * What a cart would cost now: the same as at checkout, but nothing is reserved. Only who has a token is told of limits
 * per customer, and of what they hold already: for anybody else the answer would tell which phones have used a code. A quote also tells which codes there
 * are, so that those with one have a budget of their own.
 * @throws Problem BAD_USER_INPUT, RATE_LIMITED
 */
export async function quoteCart(context: Context, input: unknown): Promise<PricedCart> {
  const { items, discountCode, loyaltyPoints } = parseOrTellFirst(quoteInput, input)
  if (discountCode !== undefined) await count(context, 'quoteCode')
  const { services, store } = context
  const customer = await context.viewer()
  const buyer = customer && discountBuyer(customer.id, customer.phone)
  const cart = { items, discountCode, loyaltyPoints, customer, buyer }
  const now = services.clock()
  const holdings = customer
    ? await findHoldings(services.prisma, store.id, [customerHolder(customer.id)], now)
    : noHoldings
  return priceCart(services.prisma, store, cart, { lock: false, now, holdings, limits: services.holdLimits })
}
