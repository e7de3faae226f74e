import { refusal } from '../platform/admission.ts'
import { limitKey } from '../platform/client-address.ts'
import type { Context } from '../platform/context.ts'
import { parseInput } from '../platform/input.ts'
import { Problem } from '../platform/problem.ts'
import { logInInput } from './customer-input.ts'
import { openSession, type Session } from './session.ts'

/** Lets a customer back in. @throws Problem BAD_USER_INPUT, UNAUTHENTICATED, RATE_LIMITED */
export async function logIn(context: Context, input: unknown): Promise<Session> {
  const { services, store, ip } = context
  const { phone, password } = parseInput(logInInput, input)

  // An attempt is counted before the password is looked at, so that parallel guesses do not slip through, and given
  // back when it was right.
  const guards = [
    ['loginFailuresPerPhoneAndIp', `${store.id}:${phone}:${limitKey(ip)}`],
    ['loginFailuresPerPhone', `${store.id}:${phone}`],
  ] as const
  for (const [limit, key] of guards) {
    const budget = await services.limits.take(limit, key)
    if (budget.allowed) continue
    context.budgets.set(limit, budget)
    throw refusal(limit, budget)
  }

  const customer = await services.prisma.customer.findUnique({ where: { storeId_phone: { storeId: store.id, phone } } })
  const matches = await services.passwords.verify(password, customer?.passwordHash ?? null)
  if (!customer || !matches) throw new Problem('UNAUTHENTICATED', 'Invalid phone or password')

  for (const [limit, key] of guards) await services.limits.refund(limit, key)
  return openSession(context, customer)
}
