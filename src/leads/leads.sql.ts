import { hasWrittenPhone, writtenDigits } from '../customers/customers.sql.ts'
import { type Lead, Prisma } from '../generated/prisma/client.ts'
import type { SqlClient } from '../platform/database/sql.ts'

// SQL: matches phones by digits, and addresses in any case.

type Db = Pick<SqlClient, '$queryRaw' | '$executeRaw'>

/** Addresses in lower case. */
interface LeftBy {
  phone: string | null
  emails: readonly string[]
}

const leftBy = (storeId: string, { phone, emails }: LeftBy): Prisma.Sql => Prisma.sql`
  store_id = ${storeId}::uuid AND (
    lower(email) = ANY (${[...emails]}::text[])
    ${phone === null ? Prisma.empty : Prisma.sql`OR ${hasWrittenPhone(Prisma.sql`phone`, phone)}`}
  )`

type LeadTexts = Pick<Lead, 'name' | 'email' | 'phone' | 'message' | 'createdAt'>

export const readLeadsOf = (db: Db, storeId: string, person: LeftBy): Promise<LeadTexts[]> =>
  db.$queryRaw<LeadTexts[]>`
    SELECT name, email, phone, message, created_at AS "createdAt" FROM leads
    WHERE ${leftBy(storeId, person)} ORDER BY created_at, id`

export const lockLeadsOf = (
  tx: Db,
  storeId: string,
  person: LeftBy,
  limit: number,
): Promise<Pick<Lead, 'id' | 'createdAt'>[]> =>
  tx.$queryRaw<Pick<Lead, 'id' | 'createdAt'>[]>`
    SELECT id, created_at AS "createdAt" FROM leads
    WHERE ${leftBy(storeId, person)} ORDER BY id LIMIT ${limit} FOR UPDATE`

/** However written. A store has at most 10,000 leads. */
export async function leadsWithDigits(db: Db, storeId: string, digits: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM leads
    WHERE store_id = ${storeId}::uuid AND ${writtenDigits(Prisma.sql`phone`)} LIKE ${`%${digits}%`}`
  return rows.map(({ id }) => id)
}

/** Whether a job's payload names one of the leads. */
export const namesLead = (ids: readonly string[]): Prisma.Sql => Prisma.sql`data->>'leadId' = ANY (${[...ids]}::text[])`

export const uncountLeads = (tx: Db, storeId: string, count: number): Promise<number> =>
  tx.$executeRaw`
    UPDATE store_usage SET leads = greatest(leads - ${count}::int, 0) WHERE store_id = ${storeId}::uuid`
