import { Prisma } from '../../../generated/prisma/client.ts'
import type { SqlClient } from '../../../platform/database/sql.ts'
import { arrayOf } from '../../../platform/database/statements.ts'
import type { KeyedHash } from '../../../platform/secrets/keyed-hash.ts'
import { DAY_MS } from '../../../platform/time.ts'
import { phoneIdentity } from '../../../shared/phones.ts'
import { addressHolder, phoneHolders } from './holders.ts'

// SQL: a checkout counts a buyer's open orders in the statement that reads its cart, by an index unknown to Prisma.

/** Who is to pay an order without the payment provider. */
export interface Payer {
  customerId: string | null
  phone: string
  /** In each of its forms as `orders.payer_address` may have it. */
  addresses: readonly string[]
  /** The phone as `refused_deliveries` may have it, in each of its forms. */
  refusers: readonly string[]
}

export const payerOf = (
  hash: KeyedHash,
  storeId: string,
  { customerId, phone, ip }: { customerId: string | null; phone: string; ip: string },
): Payer => ({
  ...{ customerId, phone },
  addresses: hash.all(storeId, addressHolder(ip)),
  refusers: refusersOf(hash, storeId, phone),
})

/** The newest form first; the last one is of earlier versions. */
const refusersOf = (hash: KeyedHash, storeId: string, phone: string): string[] =>
  phoneHolders(phone).flatMap((holder) => [...hash.all(storeId, holder), holder])

/** What speaks against another such order of the buyer. */
export interface CashFacts {
  /** Orders that are open and not paid. */
  open: number
  /** Those that were placed from the address in the last 24 hours. */
  ofAddress: {
    guests: number
    all: number
    /** Units in all of them, by variant and by product. */
    units: Record<string, number> | null
  }
  /** Parcels that the phone has refused at the door. */
  refusals: number
}

/** One value. The buyer's keys are locked before, so that no order of theirs is placed meanwhile. */
export function cashFactsAsJson(
  storeId: string,
  { customerId, phone, addresses, refusers }: Payer,
  now: Date,
): Prisma.Sql {
  const open = Prisma.sql`store_id = ${storeId}::uuid AND payment_method IS NOT NULL AND payment_status = 'PENDING'
    AND (status IN ('CONFIRMED', 'SHIPPED', 'DELIVERED') OR status = 'PENDING' AND hold_expires_at > ${now}::timestamptz)`
  const digits = phoneIdentity(phone)
  const ofCustomer = Prisma.sql`SELECT id FROM orders WHERE customer_id = ${customerId}::uuid AND ${open}`
  const ofPhone = Prisma.sql`SELECT id FROM orders WHERE right(buyer_phone_digits, 10) = ${digits} AND ${open}`
  const orders = [...(customerId === null ? [] : [ofCustomer]), ...(digits === '' ? [] : [ofPhone])]
  // Many people share an address, and an owner may never record cash: a limit without an end would lock it out.
  const since = new Date(now.getTime() - DAY_MS)
  return Prisma.sql`json_build_object(
    'open', ${orders.length === 0 ? Prisma.sql`0` : Prisma.sql`(SELECT count(*) FROM (${Prisma.join(orders, ' UNION ')}) AS open)`},
    'ofAddress', (
      WITH of_address AS (
        SELECT id, customer_id FROM orders
        WHERE payer_address = ANY(${arrayOf(addresses, 'text')}) AND created_at > ${since}::timestamptz AND ${open}
      )
      SELECT json_build_object('guests', count(*) FILTER (WHERE customer_id IS NULL), 'all', count(*), 'units', (
        SELECT json_object_agg(counter, units) FROM (
          SELECT counter, sum(qty) AS units
          FROM order_items CROSS JOIN LATERAL (VALUES (product_id), (variant_id)) AS bought (counter)
          WHERE store_id = ${storeId}::uuid AND order_id IN (SELECT id FROM of_address) AND counter IS NOT NULL
          GROUP BY counter
        ) AS counted
      )) FROM of_address
    ),
    'refusals', coalesce((SELECT sum(count) FROM refused_deliveries
      WHERE store_id = ${storeId}::uuid AND buyer_key = ANY(${arrayOf(refusers, 'text')})), 0)
  )`
}

/** Counts a parcel that was refused at the door. Nothing is counted of a phone without digits. */
export async function countRefusal(
  tx: SqlClient,
  hash: KeyedHash,
  { storeId, phone }: { storeId: string; phone: string },
): Promise<void> {
  const [refuser] = refusersOf(hash, storeId, phone)
  if (refuser !== undefined) await addRefusals(tx, storeId, refuser, 1)
}

const addRefusals = (tx: SqlClient, storeId: string, refuser: string, count: number): Promise<number> =>
  tx.$executeRaw`
    INSERT INTO refused_deliveries (store_id, buyer_key, count) VALUES (${storeId}::uuid, ${refuser}, ${count})
    ON CONFLICT (store_id, buyer_key) DO UPDATE SET count = refused_deliveries.count + ${count}`

/** Of a person who is erased: what the phone has refused counts on, by a hash alone. */
export async function hideRefusals(
  tx: Pick<Prisma.TransactionClient, 'refusedDelivery' | '$executeRaw'> & SqlClient,
  hash: KeyedHash,
  { storeId, phones }: { storeId: string; phones: readonly string[] },
): Promise<void> {
  for (const holder of new Set(phones.flatMap(phoneHolders))) {
    const where = { storeId, buyerKey: holder }
    const found = await tx.refusedDelivery.findFirst({ where })
    if (!found) continue
    await tx.refusedDelivery.deleteMany({ where })
    await addRefusals(tx, storeId, hash.of(storeId, holder), found.count)
  }
}
