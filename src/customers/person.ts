import type { Store } from '../generated/prisma/client.ts'
import type { Services } from '../graphql/context.ts'
import { labelledText } from '../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../platform/input/parse-input.ts'
import { Problem } from '../platform/problem.ts'
import { accountsOfPhone } from './customers.sql.ts'
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
  return { phone, customerIds: await accountsOfPhone(services.db.prisma, store.id, phone) }
}
