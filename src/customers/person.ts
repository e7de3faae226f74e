import type { Services } from '../gateway/context.ts'
import { Prisma, type Store } from '../generated/prisma/client.ts'
import { labelledText } from '../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../platform/input/parse-input.ts'
import { Problem } from '../platform/problem.ts'
import { foreignDigits } from '../platform/typed-text.ts'
import { phoneIdentity } from './phone.ts'

/** The person whose data is exported or erased, as far as the store can tell who that is. */
export interface Person {
  /** The phone's `phoneIdentity`, which also finds what guests have left; null for what belongs to accounts alone. */
  phone: string | null
  /** The person's accounts; one phone may be that of several, spelled with and without its country code. */
  customerIds: readonly string[]
}

/** What is needed to read and erase what a store knows of a person. */
export interface PersonScope {
  services: Pick<Services, 'db'>
  store: Pick<Store, 'id'>
}

const personInput = inputRules({
  required: ['phone'],
  missing: 'Phone required',
  fields: { phone: labelledText({ label: 'Phone', max: 255, trim: true }) },
})

/**
 * Finds the person whom a phone belongs to, however it is written. Somebody whom the store does not know has no accounts.
 * Only for the owner: nobody has shown that an account's phone is their own, so a customer who asks for their own data
 * is `{ phone: null, customerIds: [id] }`.
 * @throws Problem BAD_USER_INPUT
 */
export async function findPerson({ services, store }: PersonScope, written: string): Promise<Person> {
  const phone = phoneIdentity(parseInput(personInput, { phone: written }).phone)
  if (phone === '') throw new Problem('BAD_USER_INPUT', 'Phone must contain digits', { field: 'phone' })
  const accounts = await services.db.prisma.$queryRaw<{ id: string }[]>`
    SELECT id FROM customers WHERE store_id = ${store.id}::uuid AND ${hasPhone(Prisma.sql`phone`, phone)} ORDER BY id`
  return { phone, customerIds: accounts.map(({ id }) => id) }
}

/** The SQL condition that a text, with digits in ASCII, is a spelling of the phone. */
export const hasPhone = (written: Prisma.Sql, phone: string): Prisma.Sql =>
  endsWith(Prisma.sql`regexp_replace(${written}, '[^0-9]', '', 'g')`, phone)

/** The same for a text that is stored as it was written, with the digits of any script. */
export const hasWrittenPhone = (written: Prisma.Sql, phone: string): Prisma.Sql =>
  endsWith(writtenDigits(written), phone)

/** The digits of a text that is stored as it was written, in SQL. */
export function writtenDigits(written: Prisma.Sql): Prisma.Sql {
  const { digits, values } = foreignDigits()
  return Prisma.sql`regexp_replace(translate(${written}, ${digits}, ${values}), '[^0-9]', '', 'g')`
}

const endsWith = (digits: Prisma.Sql, phone: string): Prisma.Sql =>
  Prisma.sql`right(${digits}, ${phone.length === IDENTITY_LENGTH ? IDENTITY_LENGTH : WHOLE}::int) = ${phone}`

/** A phone that has fewer digits than its identity may have is compared whole. */
const IDENTITY_LENGTH = phoneIdentity('0'.repeat(50)).length
const WHOLE = 255
