import type { Services } from '../gateway/context.ts'
import { Prisma, type Store } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { together } from '../platform/database/statements.ts'
import { isUuid } from '../platform/uuid.ts'
import { mergedLines } from './cart-line.ts'
import { inCartTransaction } from './cart-transaction.ts'
import { cartColumns, isOpenTo, keptSince, type StoredCart } from './stored-cart.ts'

interface Adoption {
  services: Pick<Services, 'db' | 'clock'>
  store: Pick<Store, 'id'>
  customerId: string
  /** What the client has sent; anything that is no cart of nobody's is ignored. */
  cartId: string | undefined
}

/**
 * Makes a cart of nobody's the customer's, once. When the customer has one already, the lines are added to that, and both
 * ids lead there from then on.
 */
export async function adoptCart({ services, store, customerId, cartId }: Adoption): Promise<void> {
  if (cartId === undefined || !isUuid(cartId)) return
  await inCartTransaction(services, async (tx) => {
    const now = services.clock()
    // Two log-ins at once take turns, so that they find the same cart of the customer's.
    await tx.$queryRaw`
      SELECT id FROM customers WHERE store_id = ${store.id}::uuid AND id = ${customerId}::uuid FOR NO KEY UPDATE`
    const { given, own } = await lockBoth(tx, store.id, { customerId, cartId: cartId.toLowerCase(), now })
    if (!given || given.customerId !== null || !isOpenTo(given, null, now)) return
    if (own) await merge(tx, { storeId: store.id, given, own, now })
    else await claimCart(tx, store.id, { customerId, cartId, now })
  })
}

/** Makes a cart of nobody's that of a customer who has none; any other is ignored. */
export async function claimCart(
  tx: Pick<SqlClient, '$executeRaw'>,
  storeId: string,
  { customerId, cartId, now }: { customerId: string; cartId: string; now: Date },
): Promise<void> {
  if (!isUuid(cartId)) return
  await tx.$executeRaw`
    UPDATE carts SET customer_id = ${customerId}::uuid, touched_at = ${now}
    WHERE store_id = ${storeId}::uuid AND id = ${cartId}::uuid AND customer_id IS NULL
      AND touched_at > ${keptSince(now)}`
}

interface Sought {
  customerId: string
  cartId: string
  now: Date
}

/** Locks, in the order of their ids, the cart that was given and the one that the customer has used last. */
async function lockBoth(tx: SqlClient, storeId: string, { customerId, cartId, now }: Sought) {
  const carts = await tx.$queryRaw<StoredCart[]>`
    SELECT ${cartColumns} FROM carts
    WHERE store_id = ${storeId}::uuid AND (id = ${cartId}::uuid OR id = (
      SELECT id FROM carts
      WHERE store_id = ${storeId}::uuid AND customer_id = ${customerId}::uuid AND merged_into_id IS NULL
        AND touched_at > ${keptSince(now)} AND id <> ${cartId}::uuid
      ORDER BY touched_at DESC, id LIMIT 1
    ))
    ORDER BY id FOR NO KEY UPDATE`
  return {
    given: carts.find(({ id }) => id === cartId),
    own: carts.find(({ id }) => id !== cartId),
  }
}

interface Merger {
  storeId: string
  given: StoredCart
  /** The customer's. */
  own: StoredCart
  now: Date
}

/** The code that was given last counts. */
async function merge(tx: SqlClient, { storeId, given, own, now }: Merger): Promise<void> {
  const lines = mergedLines(own.lines, given.lines)
  const emptied = Prisma.sql`
    UPDATE carts SET customer_id = ${own.customerId}::uuid, merged_into_id = ${own.id}::uuid, lines = '[]',
      discount_code = NULL, loyalty_points = NULL, updated_at = ${now}, touched_at = ${now}
    WHERE store_id = ${storeId}::uuid AND id = ${given.id}::uuid`
  await tx.$executeRaw(
    together(
      [emptied],
      Prisma.sql`
        UPDATE carts SET lines = ${JSON.stringify(lines)}::jsonb,
          discount_code = ${given.discountCode ?? own.discountCode},
          loyalty_points = ${given.loyaltyPoints ?? own.loyaltyPoints}::int, updated_at = ${now}, touched_at = ${now}
        WHERE store_id = ${storeId}::uuid AND id = ${own.id}::uuid`,
    ),
  )
}
