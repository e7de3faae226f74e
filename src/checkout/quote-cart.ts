import { count } from '../admission/admission.ts'
import type { Context } from '../graphql/context.ts'
import { discountBuyer } from '../orders/holds/discount-use.ts'
import { askerOf } from '../orders/holds/holders.ts'
import { parseInput } from '../platform/input/parse-input.ts'
import { readCart } from './cart-facts.sql.ts'
import { quoteInput } from './cart-input.ts'
import { type PricedCart, priceCart } from './price-cart.ts'

/**
 * Prices a cart as a checkout would, but reserves nothing. What the buyer holds unpaid counts as free. Limits per customer
 * are checked only for callers with a token; otherwise anybody could find out which phones have used a code. Because
 * quotes also reveal which codes exist, quotes with a code count against a rate limit of their own.
 * @throws Problem BAD_USER_INPUT, RATE_LIMITED
 */
export async function quoteCart(context: Context, input: unknown): Promise<PricedCart> {
  const { items, phone, discountCode, loyaltyPoints } = parseInput(quoteInput, input)
  if (discountCode !== undefined) await count(context, 'quoteCode')
  const { services, store } = context
  const customer = await context.viewer()
  const buyer = customer && discountBuyer(customer.id, customer.phone)
  const cart = { items, discountCode, loyaltyPoints, customer, buyer }
  const now = services.clock()
  const holders = askerOf({ customer, phone, ip: context.ip, cartIds: [] })
  const facts = await readCart(services, services.db.sql, store, cart, { holders, now, account: false })
  return priceCart(store, cart, facts, { now, limits: services.holdLimits })
}
