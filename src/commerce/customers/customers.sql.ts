import { type Customer, Prisma } from '../../generated/prisma/client.ts'
import { containsWords } from '../../platform/database/found-rows.sql.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { columnsOf, storeStatement } from '../../platform/database/store-statement.ts'
import { soughtDigits } from '../../shared/phones.ts'
import { foreignDigits } from '../../shared/typed-text.ts'

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

export const customersWith = (search: string): Prisma.Sql =>
  peopleWith({ texts: ['name', 'email', 'phone'], digits: Prisma.sql`phone` }, search)

/** Whether a person has the words of a search, or this phone in any spelling. @param columns the phone's ASCII digits */
export function peopleWith(columns: { texts: readonly string[]; digits: Prisma.Sql }, search: string): Prisma.Sql {
  const words = containsWords(columns.texts, search)
  const digits = soughtDigits(search)
  return digits === null ? words : Prisma.sql`(${words} OR ${columns.digits} LIKE ${`%${digits}%`})`
}

/** @param phones each a `phoneIdentity` */
export const accountsOfPhones = (
  db: Pick<SqlClient, '$queryRaw'>,
  storeId: string,
  phones: readonly string[],
): Promise<{ id: string; phone: string }[]> => db.$queryRaw`
  SELECT id, right(phone, 10) AS phone FROM customers
  WHERE store_id = ${storeId}::uuid AND right(phone, 10) = ANY (${[...phones]}::text[]) ORDER BY id`

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

const endsWith = (digits: Prisma.Sql, phone: string): Prisma.Sql => Prisma.sql`right(${digits}, 10) = ${phone}`
