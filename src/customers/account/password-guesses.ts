import { refusal } from '../../admission/admission.ts'
import type { Context } from '../../graphql/context.ts'
import { limitKey } from '../../platform/network/client-address.ts'

/**
 * Runs a check of the password of the account with this phone, within the limits on guesses. `check` returns null when
 * the password is wrong.
 * @throws Problem RATE_LIMITED
 */
export async function countingGuesses<Result>(
  context: Context,
  phone: string,
  check: () => Promise<Result | null>,
): Promise<Result | null> {
  const { services, store, ip } = context
  // Count the attempt before the password is checked, so that parallel guesses cannot exceed the limit. The count is
  // restored when the password is right.
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
    // The password was not checked, so the attempt does not count as a guess.
    await restore()
    throw error
  })
  if (result !== null) await restore()
  return result
}
