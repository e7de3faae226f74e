import { discountBuyer } from '../orders/discount-use.ts'
import type { Context } from '../platform/context.ts'
import { parseInput } from '../platform/input.ts'
import { quoteInput } from './cart-input.ts'
import { type PricedCart, priceCart } from './price-cart.ts'

/** What a cart would cost now: the same as at checkout, but nothing is reserved. @throws Problem BAD_USER_INPUT */
export async function quoteCart(context: Context, input: unknown): Promise<PricedCart> {
  const { items, discountCode, loyaltyPoints, phone } = parseInput(quoteInput, input)
  const { services, store } = context
  const customer = await context.viewer()
  const buyer = discountBuyer(customer?.id ?? null, phone ?? '')
  const cart = { items, discountCode, loyaltyPoints, customer, buyer }
  return priceCart(services.prisma, store, cart, { lock: false, now: services.clock() })
}
