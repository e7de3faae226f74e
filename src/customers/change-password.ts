import type { Context } from '../gateway/context.ts'
import { parseOrTellFirst } from '../platform/input/first-mistake.ts'
import { confirmPassword, incorrectPassword } from './confirm-password.ts'
import { changePasswordInput } from './customer-input.ts'

/**
 * Changes the customer's password and ends all their tokens but the one that asks.
 * @throws Problem BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE
 */
export async function changePassword(context: Context, input: unknown): Promise<true> {
  const { services, store } = context
  const { oldPassword, newPassword } = parseOrTellFirst(changePasswordInput, input)
  const { viewer, token, passwordHash } = await confirmPassword(context, oldPassword)
  const newHash = await services.passwords.hash(newPassword)
  const { count } = await services.prisma.customer.updateMany({
    where: {
      ...{ storeId: store.id, id: viewer.id, passwordHash },
      // A token that was ended meanwhile must not come to life again by being spared.
      OR: [{ tokenVersion: token.version }, { sparedTokenId: token.id }],
    },
    data: { passwordHash: newHash, tokenVersion: { increment: 1 }, sparedTokenId: token.id },
  })
  // Another change was faster, so the old password is not theirs any more.
  if (count === 0) throw incorrectPassword()
  return true
}
