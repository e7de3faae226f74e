import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { phoneIdentity } from '../../shared/phones.ts'
import { phoneHolders } from './holders.ts'

// SQL: a checkout counts a buyer's open orders in the statement that reads its cart, by an index unknown to Prisma.

/** Who is to pay an order without the payment provider. */
export interface Payer {
  customerId: string | null
  phone: string
}

/** What speaks against another such order of the buyer. */
export interface CashFacts {
  /** Orders that are open and not paid. */
  open: number
  /** Parcels that the phone has refused at the door. */
  refusals: number
}

/** One value. The buyer's keys are locked before, so that no order of theirs is placed meanwhile. */
export function cashFactsAsJson(storeId: string, { customerId, phone }: Payer, now: Date): Prisma.Sql {
  const open = Prisma.sql`store_id = ${storeId}::uuid AND payment_method IS NOT NULL AND payment_status = 'PENDING'
    AND (status IN ('CONFIRMED', 'SHIPPED', 'DELIVERED') OR status = 'PENDING' AND hold_expires_at > ${now}::timestamptz)`
  const digits = phoneIdentity(phone)
  const ofCustomer = Prisma.sql`SELECT id FROM orders WHERE customer_id = ${customerId}::uuid AND ${open}`
  const ofPhone = Prisma.sql`SELECT id FROM orders WHERE right(buyer_phone_digits, 10) = ${digits} AND ${open}`
  const orders = [...(customerId === null ? [] : [ofCustomer]), ...(digits === '' ? [] : [ofPhone])]
  const [refuser = null] = phoneHolders(phone)
  return Prisma.sql`json_build_object(
    'open', ${orders.length === 0 ? Prisma.sql`0` : Prisma.sql`(SELECT count(*) FROM (${Prisma.join(orders, ' UNION ')}) AS open)`},
    'refusals', coalesce(
      (SELECT count FROM refused_deliveries WHERE store_id = ${storeId}::uuid AND buyer_key = ${refuser}), 0)
  )`
}

/** Counts a parcel that was refused at the door. Nothing is counted of a phone without digits. */
export async function countRefusal(tx: SqlClient, storeId: string, phone: string): Promise<void> {
  const [refuser] = phoneHolders(phone)
  if (refuser === undefined) return
  await tx.$executeRaw`
    INSERT INTO refused_deliveries (store_id, buyer_key, count) VALUES (${storeId}::uuid, ${refuser}, 1)
    ON CONFLICT (store_id, buyer_key) DO UPDATE SET count = refused_deliveries.count + 1`
}
