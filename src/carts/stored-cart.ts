import type { Viewer } from '../customers/customers.sql.ts'
import type { Cart, Prisma } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import type { Db } from '../platform/database/db.ts'
import { hasSqlState } from '../platform/database/errors/sql-state.ts'
import { before, olderThan } from '../platform/database/retention.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { busy, Problem } from '../platform/problem.ts'
import { DAY_MS } from '../platform/time.ts'
import type { StoredLine } from './cart-line.ts'

/** A cart as it is stored. */
export interface StoredCart {
  id: string
  /** Null while no customer has used it. */
  customerId: string | null
  /** The cart that its lines were added to; null for a cart that has lines of its own. */
  mergedIntoId: string | null
  lines: StoredLine[]
  discountCode: string | null
  loyaltyPoints: number | null
  updatedAt: Date
  touchedAt: Date
}

/** A cart that was asked for by its own id, or by that of one that was merged into it. */
export interface FoundCart extends StoredCart {
  /** When the one that was asked for was last used. */
  askedTouchedAt: Date
}

/** A use is written down when the last one is this long ago, so that reading a cart is seldom a write. */
const TOUCHED_AGAIN_MS = 3_600_000
/** Carts that nobody has used for 30 days go. The last use may have been so much after `touched_at`. */
const KEPT_MS = 30 * DAY_MS + TOUCHED_AGAIN_MS

/** A cart that was touched after this is kept. */
export const keptSince = (now: Date): Date => before(now, KEPT_MS)

export const cartRetention = olderThan('carts', 'touched_at', KEPT_MS)

export const CART_FIELDS = [
  'id',
  'customerId',
  'mergedIntoId',
  'lines',
  'discountCode',
  'loyaltyPoints',
  'updatedAt',
  'touchedAt',
] as const

/** @param cart a row of carts, whose lines only this folder writes */
export const storedCart = (cart: Omit<Cart, 'storeId' | 'createdAt'>): StoredCart => ({
  ...cart,
  lines: cart.lines as unknown as StoredLine[], // Prisma knows them as JSON.
})

/** Lines as Prisma takes them for the column. */
export const storedLines = (lines: readonly StoredLine[]): Prisma.InputJsonArray => lines.map((line) => ({ ...line }))

/** Finds the cart of an id; null when there is none. */
export async function findCart({ prisma }: Db, storeId: string, id: string): Promise<FoundCart | null> {
  const asked = await prisma.cart.findFirst({ where: { storeId, id } })
  if (!asked) return null
  const { mergedIntoId } = asked
  const cart = mergedIntoId === null ? asked : await prisma.cart.findFirst({ where: { storeId, id: mergedIntoId } })
  return cart && { ...storedCart(cart), askedTouchedAt: asked.touchedAt }
}

/** Whether the caller may use the cart: it is theirs or nobody's, and is not about to be cleaned up. */
export const isOpenTo = (cart: StoredCart, customer: Viewer | null, now: Date): boolean =>
  cart.touchedAt > keptSince(now) && (cart.customerId === null || cart.customerId === customer?.id)

/** Whether a use at `now` has to be written down. */
export const isTouchDue = (touchedAt: Date, now: Date): boolean => touchedAt <= before(now, TOUCHED_AGAIN_MS)

/** The same for a cart that is not there, is another store's, or another customer's. */
export const cartNotFound = (): Problem => new Problem('NOT_FOUND', 'Cart not found')

/**
 * Runs a transaction that locks carts. A cart is locked after its customer; an order locks it after stock and
 * customer, and before a discount.
 * @throws Problem UNAVAILABLE when a lock stays taken for too long
 */
export async function inCartTransaction<Result>(
  { db: { prisma } }: Pick<Services, 'db'>,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(prisma, work)
  } catch (error) {
    // PostgreSQL cancelled the statement because it waited too long for a lock.
    throw hasSqlState(error, '57014') ? busy(error) : error
  }
}
