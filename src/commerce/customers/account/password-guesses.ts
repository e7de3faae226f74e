import { refusal } from '../../../api/admission/admission.ts'
import type { Context } from '../../../api/context.ts'
import { limitKey } from '../../../platform/network/client-address.ts'

/** Limits guesses per account. `check` returns null for a wrong password. @throws Problem RATE_LIMITED */
export async function countingGuesses<Result>(
  context: Context,
  phone: string,
  check: () => Promise<Result | null>,
): Promise<Result | null> {
  const { services, store, ip } = context
  // Consumed before the check, so that parallel guesses cannot exceed the limit; restored when the password is right.
  const guards = [
    ['loginFailuresPerPhoneAndIp', `${store.id}:${phone}:${limitKey(ip)}`],
    ['loginFailuresPerPhone', `${store.id}:${phone}`],
  ] as const
  for (const [limit, key] of guards) {
    const budget = await services.limits.consume(limit, key)
    if (budget.allowed) continue
    context.budgets.set(limit, budget)
    throw refusal(services, limit, budget)
  }

  const restore = async () => {
    for (const [limit, key] of guards) await services.limits.restore(limit, key)
  }
  const result = await check().catch(async (error: unknown) => {
    await restore()
    throw error
  })
  if (result !== null) await restore()
  return result
}
