import { refusal } from '../../api/admission/admission.ts'
import type { Context } from '../../api/context.ts'
import { limitKey } from '../../platform/network/client-address.ts'
import { Problem } from '../../platform/problem.ts'
import { countTry, emailHashOf, restoreTry } from './log-in-guard.sql.ts'

/**
 * Counted before the check, so that parallel tries cannot exceed the limits. `check` returns null for a wrong password.
 * @throws Problem RATE_LIMITED
 */
export async function countingTries<Result>(
  context: Context,
  email: string,
  check: () => Promise<Result | null>,
): Promise<Result | null> {
  const { services, ip } = context
  const { limits, db } = services
  const emailHash = emailHashOf(services, email)
  const key = `${emailHash}:${limitKey(ip)}`
  const budget = await limits.consume('personLoginFailures', key)
  if (!budget.allowed) {
    context.budgets.set('personLoginFailures', budget)
    throw refusal(services, 'personLoginFailures', budget)
  }
  if (!(await countTry(db.sql, emailHash, services.clock()))) {
    throw new Problem('RATE_LIMITED', 'Too many wrong passwords for this email. It needs a new password first.')
  }
  const restore = async () => {
    await limits.restore('personLoginFailures', key)
    await restoreTry(db.sql, emailHash)
  }
  const result = await check().catch(async (error: unknown) => {
    await restore()
    throw error
  })
  if (result !== null) {
    await limits.restore('personLoginFailures', key)
    await db.prisma.logInGuard.deleteMany({ where: { emailHash } })
  }
  return result
}
