import { type Customer, Prisma } from '../generated/prisma/client.ts'
import { containsWords } from '../platform/database/found-rows.sql.ts'
import type { SqlClient } from '../platform/database/sql.ts'
import { columnsOf, storeStatement } from '../platform/database/store-statement.ts'
import { phoneIdentity, soughtDigits } from '../shared/phones.ts'
import { foreignDigits } from '../shared/typed-text.ts'

// SQL: every request of a customer reads the viewer, and Prisma cannot compare phones by their digits.

const fields = [
  'storeId',
  'id',
  'name',
  'phone',
  'email',
  'confirmedEmail',
  'address',
  'referralCode',
  'points',
] as const satisfies (keyof Customer)[]

export type Viewer = Pick<Customer, (typeof fields)[number]>

export const viewerByToken = storeStatement<Viewer>(
  'customer',
  `SELECT ${columnsOf(fields)} FROM customers
   WHERE store_id = $1 AND id = $2 AND (token_version = $3 OR spared_token_id = $4)
     AND NOT EXISTS (SELECT FROM ended_tokens WHERE store_id = $1 AND token_id = $4)`,
)

export function customersWith(search: string): Prisma.Sql {
  const words = containsWords(['name', 'email', 'phone'], search)
  const digits = soughtDigits(search)
  return digits === null ? words : Prisma.sql`(${words} OR phone LIKE ${`%${digits}%`})`
}

export async function accountsOfPhone(
  db: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  phone: string,
): Promise<string[]> {
  const accounts = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM customers WHERE store_id = ${storeId}::uuid AND ${hasPhone(Prisma.sql`phone`, phone)} ORDER BY id`
  return accounts.map(({ id }) => id)
}

export const namesAccount = (customerIds: readonly string[], phones: readonly string[]): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(
    [
      Prisma.sql`data->>'customerId' = ANY (${[...customerIds]}::text[])`,
      ...phones.map((phone) => hasPhone(Prisma.sql`data->>'phone'`, phone)),
    ],
    ' OR ',
  )})`

/** Whether a text with ASCII digits spells the phone. */
export const hasPhone = (written: Prisma.Sql, phone: string): Prisma.Sql =>
  endsWith(Prisma.sql`regexp_replace(${written}, '[^0-9]', '', 'g')`, phone)

/** The same with digits of any script. */
export const hasWrittenPhone = (written: Prisma.Sql, phone: string): Prisma.Sql =>
  endsWith(writtenDigits(written), phone)

export function writtenDigits(written: Prisma.Sql): Prisma.Sql {
  const { digits, values } = foreignDigits()
  return Prisma.sql`regexp_replace(translate(${written}, ${digits}, ${values}), '[^0-9]', '', 'g')`
}

const endsWith = (digits: Prisma.Sql, phone: string): Prisma.Sql =>
  Prisma.sql`right(${digits}, ${phone.length === IDENTITY_LENGTH ? IDENTITY_LENGTH : WHOLE}::int) = ${phone}`

/** Shorter phones are compared whole. */
const IDENTITY_LENGTH = phoneIdentity('0'.repeat(50)).length
const WHOLE = 255
