import type { Services } from '../../api/context.ts'
import type { Prisma, Store } from '../../generated/prisma/client.ts'
import { lockRow } from '../../platform/database/row-lock.sql.ts'
import { isUuid } from '../../platform/uuid.ts'
import { mergedLines } from './cart-line.ts'
import { lockBoth } from './carts.sql.ts'
import { inCartTransaction, isOpenTo, retainedSince, type StoredCart, storedLines, storedWish } from './stored-cart.ts'

interface Adoption {
  services: Pick<Services, 'db' | 'clock'>
  store: Pick<Store, 'id'>
  customerId: string
  /** Ignored unless it names a cart without a customer. */
  cartId: string | undefined
}

/** Gives an anonymous cart to the customer, or adds its lines to the customer's cart, to which both ids then lead. */
export async function adoptCart({ services, store, customerId, cartId }: Adoption): Promise<void> {
  if (cartId === undefined || !isUuid(cartId)) return
  await inCartTransaction(services, async (tx) => {
    const now = services.clock()
    // Two log-ins at once must find the same cart of the customer.
    await lockRow(tx, 'customers', { storeId: store.id, id: customerId })
    const { given, own } = await lockBoth(tx, store.id, { customerId, cartId: cartId.toLowerCase(), now })
    if (!given || given.customerId !== null || !isOpenTo(given, null, now)) return
    if (own) await merge(tx, { storeId: store.id, given, own, now })
    else await claimCart(tx, store.id, { customerId, cartId, now })
  })
}

export async function claimCart(
  tx: Prisma.TransactionClient,
  storeId: string,
  { customerId, cartId, now }: { customerId: string; cartId: string; now: Date },
): Promise<void> {
  if (!isUuid(cartId)) return
  await tx.cart.updateMany({
    where: { storeId, id: cartId, customerId: null, touchedAt: { gt: retainedSince(now) } },
    data: { customerId, touchedAt: now },
  })
}

interface Merger {
  storeId: string
  given: StoredCart
  own: StoredCart
  now: Date
}

async function merge(tx: Prisma.TransactionClient, { storeId, given, own, now }: Merger): Promise<void> {
  const changed = { updatedAt: now, touchedAt: now }
  await tx.cart.updateMany({
    where: { storeId, id: own.id },
    data: {
      ...changed,
      lines: storedLines(mergedLines(own.lines, given.lines)),
      discountCode: given.discountCode ?? own.discountCode,
      loyaltyPoints: given.loyaltyPoints ?? own.loyaltyPoints,
      delivery: storedWish(given.delivery ?? own.delivery),
      paymentMethod: given.paymentMethod ?? own.paymentMethod,
    },
  })
  await tx.cart.updateMany({
    where: { storeId, id: given.id },
    data: {
      ...changed,
      customerId: own.customerId,
      mergedIntoId: own.id,
      lines: [],
      discountCode: null,
      loyaltyPoints: null,
      delivery: storedWish(null),
      paymentMethod: null,
    },
  })
}
