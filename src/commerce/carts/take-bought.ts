import type { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { type CartItem, unbought } from './cart-line.ts'
import { leftInCart, lockStoredCart } from './carts.sql.ts'

interface Purchase {
  storeId: string
  cartId: string | null
  items: readonly { productId: string; options: Prisma.JsonValue; qty: number }[]
}

/** Locks the cart and returns the statement that removes what was bought, if any. Later additions stay. */
export async function takenFromCart(tx: SqlClient, order: Purchase, now: Date): Promise<Prisma.Sql[]> {
  const { storeId, cartId, items } = order
  if (cartId === null) return []
  const cart = await lockStoredCart(tx, storeId, cartId)
  if (!cart) return []
  return [leftInCart(storeId, cart.id, unbought(cart, items.map(boughtItem)), now)]
}

/** Only checkout writes an item's options. */
export const boughtItem = ({ productId, options, qty }: Purchase['items'][number]): CartItem => ({
  id: productId,
  variant: options as CartItem['variant'],
  qty,
})
