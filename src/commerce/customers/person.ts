import type { Services } from '../../api/context.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../platform/input/parse-input.ts'
import { Problem } from '../../platform/problem.ts'
import { phoneIdentity } from '../../shared/phones.ts'
import { accountsOfPhones } from './customers.sql.ts'

export interface Person {
  /** `phoneIdentity`, which also finds guests' data; null for accounts alone. */
  phone: string | null
  /** One phone may have several, with and without country code. */
  customerIds: readonly string[]
}

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
 * Finds a person by phone, in any spelling; unknown people have no accounts. Only for the owner: a phone proves
 * nothing, so customers who ask are `{ phone: null, customerIds: [id] }`.
 * @throws Problem BAD_USER_INPUT
 */
export async function findPerson({ services, store }: PersonScope, written: string): Promise<Person> {
  const phone = phoneIdentity(parseInput(personInput, { phone: written }).phone)
  if (phone === '') throw new Problem('BAD_USER_INPUT', 'Phone must contain digits', { field: 'phone' })
  const accounts = await accountsOfPhones(services.db.prisma, store.id, [phone])
  return { phone, customerIds: accounts.map(({ id }) => id) }
}
