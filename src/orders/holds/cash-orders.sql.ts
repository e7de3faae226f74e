import { Prisma } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { arrayOf } from '../../platform/database/statements.ts'
import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts'
import { phoneIdentity } from '../../shared/phones.ts'
import { addressHolder, phoneHolders } from './holders.ts'

// SQL: a checkout counts a buyer's open orders in the statement that reads its cart, by an index unknown to Prisma.

/** Who is to pay an order without the payment provider. */
export interface Payer {
  customerId: string | null
  phone: string
  /** Of a guest, in each of its forms as `orders.payer_address` may have it; none for a customer. */
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
  addresses: customerId === null ? hash.all(storeId, addressHolder(ip)) : [],
  refusers: refusersOf(hash, storeId, phone),
})

/** The newest form first; the last one is of earlier versions. */
const refusersOf = (hash: KeyedHash, storeId: string, phone: string): string[] =>
  phoneHolders(phone).flatMap((holder) => [...hash.all(storeId, holder), holder])

/** What speaks against another such order of the buyer. */
export interface CashFacts {
  /** Orders that are open and not paid. */
  open: number
  /** The same of all guests of the address. */
  openOfAddress: number
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
  const ofAddress = Prisma.sql`SELECT count(*) FROM orders
    WHERE payer_address = ANY(${arrayOf(addresses, 'text')}) AND ${open}`
  return Prisma.sql`json_build_object(
    'open', ${orders.length === 0 ? Prisma.sql`0` : Prisma.sql`(SELECT count(*) FROM (${Prisma.join(orders, ' UNION ')}) AS open)`},
    'openOfAddress', ${addresses.length === 0 ? Prisma.sql`0` : Prisma.sql`(${ofAddress})`},
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
