import type { Prisma } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { Problem } from '../platform/problem.ts'
import type { Actor } from './order-event.ts'

/** Numbers that a refusal names. */
const NAMED = 5

/**
 * Refuses when one of the orders still needs its buyer: it is paid and not sent, or money has to go back.
 * @param which the condition on the orders
 * @param actor who is told
 * @throws Problem CONFLICT, with the numbers of the first
 */
export async function refuseOpen(
  tx: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  which: Prisma.Sql,
  actor: Actor,
): Promise<void> {
  const open = await tx.$queryRaw<{ orderNo: string }[]>`
    SELECT order_no AS "orderNo" FROM orders
    WHERE store_id = ${storeId}::uuid AND ${which} AND (
      payment_status = 'PAID' AND (status = 'CONFIRMED' OR status = 'CANCELLED' AND total > 0)
      OR EXISTS (
        SELECT FROM refunds
        WHERE refunds.store_id = ${storeId}::uuid AND order_id = orders.id AND refunds.status = 'PENDING'
      )
      OR status = 'PENDING' AND EXISTS (
        SELECT FROM payments WHERE payments.store_id = ${storeId}::uuid AND order_id = orders.id
      )
    )
    ORDER BY created_at, id LIMIT ${NAMED + 1}`
  if (open.length === 0) return
  const named = open.slice(0, NAMED).map(({ orderNo }) => orderNo)
  const numbers = open.length > NAMED ? `${named.join(', ')} and more` : named.join(', ')
  throw new Problem('CONFLICT', actor === 'buyer' ? forBuyer(numbers) : forStore(numbers))
}

const forStore = (numbers: string) =>
  `Not everything is settled with this customer: ${numbers}. Ship what is paid, or cancel it and mark it as refunded; then erase.`

const forBuyer = (numbers: string) =>
  `Not everything is settled yet: ${numbers}. The account can be deleted once these orders have been sent or refunded.`
