import type { Context } from '../../api/context.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { Viewer } from '../customers/customers.sql.ts'
import { cartNotFound, type FoundCart, findCart, inCartTransaction, isOpenTo, isTouchDue } from './stored-cart.ts'

/** With a token, the cart becomes the customer's. @throws Problem NOT_FOUND also for another's cart */
export async function getCart(context: Context, id: string): Promise<FoundCart> {
  const { services, store } = context
  const now = services.clock()
  const { cart, customer } = await findOpen(context, id, now)
  const isClaimed = customer !== null && cart.customerId === null
  if (!isClaimed && !isTouchDue(cart.touchedAt, now) && !isTouchDue(cart.askedTouchedAt, now)) return cart
  await inCartTransaction(services, async (tx) => {
    const { count } = await tx.cart.updateMany({
      where: { storeId: store.id, id: cart.id, OR: [{ customerId: null }, { customerId: customer?.id ?? null }] },
      data: { touchedAt: now, ...(customer && { customerId: customer.id }) },
    })
    if (count === 0) throw cartNotFound()
    await touchAsked(tx, store.id, { id, cart, now })
  })
  return { ...cart, customerId: cart.customerId ?? customer?.id ?? null, touchedAt: now }
}

/** Keeps a merged cart while its id is used. @param id the one that was asked for */
export async function touchAsked(
  tx: Prisma.TransactionClient,
  storeId: string,
  { id, cart, now }: { id: string; cart: FoundCart; now: Date },
): Promise<void> {
  if (id.toLowerCase() === cart.id || !isTouchDue(cart.askedTouchedAt, now)) return
  await tx.cart.updateMany({ where: { storeId, id }, data: { touchedAt: now } })
}

/** @throws Problem NOT_FOUND */
export async function deleteCart(context: Context, id: string): Promise<true> {
  const { services, store } = context
  const { cart } = await findOpen(context, id, services.clock())
  const { count } = await services.db.prisma.cart.deleteMany({
    where: { storeId: store.id, id: cart.id, customerId: cart.customerId },
  })
  // Used by another customer, or deleted, meanwhile.
  if (count === 0) throw cartNotFound()
  return true
}

async function findOpen(
  context: Context,
  id: string,
  now: Date,
): Promise<{ cart: FoundCart; customer: Viewer | null }> {
  const { services, store } = context
  const customer = await context.viewer()
  const cart = isUuid(id) ? await findCart(services.db, store.id, id) : null
  if (!cart || !isOpenTo(cart, customer, now)) throw cartNotFound()
  return { cart, customer }
}
