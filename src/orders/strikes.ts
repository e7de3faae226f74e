import { type Order, Prisma } from '../generated/prisma/client.ts'
import { arrayOf } from '../platform/database/statements.ts'
import { customerHolder, phoneHolders } from './holders.ts'

/**
 * The statement that forgives the strikes of whoever has paid the order: of its customer, its phone, and the address that
 * it came from. An order that costs nothing shows nothing, and forgives none.
 */
export function strikesForgiven({ storeId, id, customerId, buyerPhone, total }: Order, now: Date): Prisma.Sql[] {
  if (total === 0n) return []
  const known = [...(customerId === null ? [] : [customerHolder(customerId)]), ...phoneHolders(buyerPhone)]
  return [
    Prisma.sql`
      DELETE FROM order_holders
      WHERE store_id = ${storeId}::uuid AND expires_at <= ${now} AND order_id <> ${id}::uuid AND holder = ANY(ARRAY(
        SELECT holder FROM order_holders WHERE store_id = ${storeId}::uuid AND order_id = ${id}::uuid
        UNION SELECT unnest(${arrayOf(known, 'text')})
      ))`,
  ]
}
