import { refusal } from '../gateway/admission.ts'
import type { Context } from '../gateway/context.ts'
import type { Customer } from '../generated/prisma/client.ts'
import { limitKey } from '../platform/client-address.ts'
import { parseOrTellFirst } from '../platform/input/first-mistake.ts'
import { Problem } from '../platform/problem.ts'
import { logInInput } from './customer-input.ts'
import { openSession, type Session } from './session.ts'

export async function logIn(context: Context, input: unknown): Promise<Session> {
  const { services, store, ip } = context
  const { phone, password } = parseOrTellFirst(logInInput, input)

  // Count the attempt before the password is checked, so that parallel guesses cannot exceed the limit. The count is
  // taken back when the password is right.
  const guards = [
    ['loginFailuresPerPhoneAndIp', `${store.id}:${phone}:${limitKey(ip)}`],
    ['loginFailuresPerPhone', `${store.id}:${phone}`],
  ] as const
  for (const [limit, key] of guards) {
    const budget = await services.limits.take(limit, key)
    if (budget.allowed) continue
    context.budgets.set(limit, budget)
    throw refusal(services, limit, budget)
  }

  const refund = async () => {
    for (const [limit, key] of guards) await services.limits.refund(limit, key)
  }
  const customer = await findByPassword(context, phone, password).catch(async (error: unknown) => {
    // The password was not checked, so the attempt does not count as a guess.
    await refund()
    throw error
  })
  if (!customer) throw new Problem('UNAUTHENTICATED', 'Invalid phone or password')
  await refund()
  return openSession(context, customer)
}

/** Null when the customer does not exist or the password is wrong. @throws Problem UNAVAILABLE */
async function findByPassword({ services, store }: Context, phone: string, password: string): Promise<Customer | null> {
  const customer = await services.prisma.customer.findFirst({ where: { storeId: store.id, phone } })
  return (await services.passwords.verify(password, customer?.passwordHash ?? null)) ? customer : null
}
