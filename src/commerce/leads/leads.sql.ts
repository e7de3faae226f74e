import { type Lead, Prisma } from '../../generated/prisma/client.ts'
import { containsWords } from '../../platform/database/found-rows.sql.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { soughtDigits } from '../../shared/phones.ts'
import { hasWrittenPhone, writtenDigits } from '../customers/customers.sql.ts'

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

interface LeadConditions {
  search: string | null
  from?: Date | null | undefined
  until?: Date | null | undefined
}

export const leadConditions = ({ search, from, until }: LeadConditions): Prisma.Sql[] => [
  ...(from ? [Prisma.sql`created_at >= ${from}::timestamptz`] : []),
  ...(until ? [Prisma.sql`created_at < ${until}::timestamptz`] : []),
  ...(search === null ? [] : [contains(search)]),
]

/** Fewer are in too many phones. */
const FEWEST_DIGITS = 4

function contains(search: string): Prisma.Sql {
  const words = containsWords(['name', 'email', 'phone', 'message'], search)
  const digits = soughtDigits(search)
  if (digits === null || digits.length < FEWEST_DIGITS) return words
  return Prisma.sql`(${words} OR ${writtenDigits(Prisma.sql`phone`)} LIKE ${`%${digits}%`})`
}

/** Whether a job's payload names one of the leads. */
export const namesLead = (ids: readonly string[]): Prisma.Sql => Prisma.sql`data->>'leadId' = ANY (${[...ids]}::text[])`

export const uncountLeads = (tx: Db, storeId: string, count: number): Promise<number> =>
  tx.$executeRaw`
    UPDATE store_usage SET leads = greatest(leads - ${count}::int, 0) WHERE store_id = ${storeId}::uuid`
