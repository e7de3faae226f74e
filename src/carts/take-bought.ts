import type { Prisma } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { type CartItem, unbought } from './cart-line.ts'
import { leftInCart, lockStoredCart } from './carts.sql.ts'

/** An order, as far as it takes something out of a cart. */
interface Purchase {
  storeId: string
  /** Null for an order that was not made of a cart. */
  cartId: string | null
  items: readonly { productId: string; options: Prisma.JsonValue; qty: number }[]
}

/**
 * Locks the order's cart, and returns the statement that takes out of it what was bought; none when there is no cart any
 * more. What was added to it since the checkout stays.
 */
export async function takenFromCart(tx: SqlClient, order: Purchase, now: Date): Promise<Prisma.Sql[]> {
  const { storeId, cartId, items } = order
  if (cartId === null) return []
  const cart = await lockStoredCart(tx, storeId, cartId)
  if (!cart) return []
  return [leftInCart(storeId, cart.id, unbought(cart, items.map(boughtItem)), now)]
}

/** An item of an order as the line of a cart that it was. Only checkout writes an item's options. */
export const boughtItem = ({ productId, options, qty }: Purchase['items'][number]): CartItem => ({
  id: productId,
  variant: options as CartItem['variant'],
  qty,
})
