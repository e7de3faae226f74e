import type { Context, Services } from '../../api/context.ts'
import { type Cart, Prisma } from '../../generated/prisma/client.ts'
import type { Db } from '../../platform/database/db.ts'
import { before, olderThan } from '../../platform/database/retention.ts'
import { inTransaction, throwBusyLock } from '../../platform/database/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { DAY_MS } from '../../platform/time.ts'
import type { Viewer } from '../customers/customers.sql.ts'
import type { DeliveryWish } from '../delivery/destination.ts'
import type { StoredLine } from './cart-line.ts'

export interface StoredCart {
  id: string
  /** Null while anonymous. */
  customerId: string | null
  /** The cart that its lines were added to; null if it has its own. */
  mergedIntoId: string | null
  lines: StoredLine[]
  discountCode: string | null
  loyaltyPoints: number | null
  /** Null when the buyer has not said. */
  delivery: DeliveryWish | null
  /** The code of the payment method; null for the payment provider. */
  paymentMethod: string | null
  updatedAt: Date
  touchedAt: Date
}

export interface FoundCart extends StoredCart {
  askedTouchedAt: Date
}

/** Uses within this time are not written, so that reads seldom write. */
const TOUCHED_AGAIN_MS = 3_600_000
/** 30 days without use; `touched_at` may lag behind the last use. */
const RETENTION_MS = 30 * DAY_MS + TOUCHED_AGAIN_MS

export const retainedSince = (now: Date): Date => before(now, RETENTION_MS)

export const cartRetention = olderThan('carts', 'touched_at', RETENTION_MS)

export const CART_FIELDS = [
  'id',
  'customerId',
  'mergedIntoId',
  'lines',
  'discountCode',
  'loyaltyPoints',
  'delivery',
  'paymentMethod',
  'updatedAt',
  'touchedAt',
] as const

export const storedCart = (cart: Omit<Cart, 'storeId' | 'createdAt' | 'orderedAt'>): StoredCart => ({
  ...cart,
  // Only `storedLines` writes the column.
  lines: cart.lines as unknown as StoredLine[],
  // Only `storedWish` writes the column.
  delivery: cart.delivery as DeliveryWish | null,
})

/** The wish as Prisma takes it for the column. */
export const storedWish = (delivery: DeliveryWish | null): Prisma.InputJsonObject | typeof Prisma.DbNull =>
  delivery === null ? Prisma.DbNull : { ...delivery }

export const storedLines = (lines: readonly StoredLine[]): Prisma.InputJsonArray => lines.map((line) => ({ ...line }))

export async function findCart({ prisma }: Db, storeId: string, id: string): Promise<FoundCart | null> {
  const asked = await prisma.cart.findFirst({ where: { storeId, id } })
  if (!asked) return null
  const { mergedIntoId } = asked
  const cart = mergedIntoId === null ? asked : await prisma.cart.findFirst({ where: { storeId, id: mergedIntoId } })
  return cart && { ...storedCart(cart), askedTouchedAt: asked.touchedAt }
}

/** Theirs or anonymous, and not about to be cleaned up. */
export const isOpenTo = (cart: StoredCart, customer: Viewer | null, now: Date): boolean =>
  cart.touchedAt > retainedSince(now) && (cart.customerId === null || cart.customerId === customer?.id)

export const isTouchDue = (touchedAt: Date, now: Date): boolean => touchedAt <= before(now, TOUCHED_AGAIN_MS)

/** Also for a cart of another store or customer. */
export const cartNotFound = (): Problem => new Problem('NOT_FOUND', 'Cart not found', { reason: 'CART_NOT_FOUND' })

/** Locked after the customer; by an order after stock and customer. @throws Problem UNAVAILABLE after a long wait */
export const inCartTransaction = <Result>(
  { db: { prisma } }: Pick<Services, 'db'>,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> => inTransaction(prisma, work).catch(throwBusyLock)

/** Unless the cart has been changed meanwhile: then it stays as it was. */
export async function storeReduced(
  { services: { db, clock }, store }: Pick<Context, 'services' | 'store'>,
  cart: StoredCart,
  lines: StoredLine[],
): Promise<StoredCart> {
  const updatedAt = clock()
  const { count } = await db.prisma.cart.updateMany({
    where: { storeId: store.id, id: cart.id, updatedAt: cart.updatedAt },
    data: { lines: storedLines(lines), updatedAt },
  })
  return count === 0 ? cart : { ...cart, lines, updatedAt }
}
