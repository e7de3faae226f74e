import type { Viewer } from '../customers/find-viewer.ts'
import type { Context } from '../gateway/context.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { isUuid } from '../platform/uuid.ts'
import { inCartTransaction } from './cart-transaction.ts'
import { cartById, cartNotFound, type FoundCart, isOpenTo, isTouchDue } from './stored-cart.ts'

/**
 * The cart of an id, which is the customer's from then on when the request has a customer's token.
 * @throws Problem NOT_FOUND also when it is another store's or another customer's
 */
export async function getCart(context: Context, id: string): Promise<FoundCart> {
  const { services, store } = context
  const now = services.clock()
  const { cart, customer } = await findOpen(context, id, now)
  const isClaimed = customer !== null && cart.customerId === null
  if (!isClaimed && !isTouchDue(cart.touchedAt, now) && !isTouchDue(cart.askedTouchedAt, now)) return cart
  await inCartTransaction(services, async (tx) => {
    const claimed = await tx.$executeRaw`
      UPDATE carts SET touched_at = ${now}, customer_id = coalesce(customer_id, ${customer?.id ?? null}::uuid)
      WHERE store_id = ${store.id}::uuid AND id = ${cart.id}::uuid
        AND (customer_id IS NULL OR customer_id = ${customer?.id ?? null}::uuid)`
    // Another customer was faster.
    if (claimed === 0) throw cartNotFound()
    await touchAsked(tx, store.id, { id, cart, now })
  })
  return { ...cart, customerId: cart.customerId ?? customer?.id ?? null, touchedAt: now }
}

/**
 * Keeps a cart that was merged into another for as long as it is used, so that its id still leads there.
 * @param id the one that was asked for
 */
export async function touchAsked(
  tx: SqlClient,
  storeId: string,
  { id, cart, now }: { id: string; cart: FoundCart; now: Date },
): Promise<void> {
  if (id.toLowerCase() === cart.id || !isTouchDue(cart.askedTouchedAt, now)) return
  await tx.$executeRaw`
    UPDATE carts SET touched_at = ${now} WHERE store_id = ${storeId}::uuid AND id = ${id}::uuid`
}

/** Deletes a cart. @throws Problem NOT_FOUND */
export async function deleteCart(context: Context, id: string): Promise<true> {
  const { services, store } = context
  const { cart } = await findOpen(context, id, services.clock())
  const deleted = await services.db.sql.$executeRaw`
    DELETE FROM carts WHERE store_id = ${store.id}::uuid AND id = ${cart.id}::uuid
      AND customer_id IS NOT DISTINCT FROM ${cart.customerId}::uuid`
  // Another customer has used it meanwhile, or it was deleted.
  if (deleted === 0) throw cartNotFound()
  return true
}

async function findOpen(
  context: Context,
  id: string,
  now: Date,
): Promise<{ cart: FoundCart; customer: Viewer | null }> {
  const { services, store } = context
  const customer = await context.viewer()
  const [cart] = isUuid(id) ? await services.db.sql.read(cartById, store.id, id) : []
  if (!cart || !isOpenTo(cart, customer, now)) throw cartNotFound()
  return { cart, customer }
}
