import type { Context } from '../../graphql/context.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { parseInput } from '../../platform/input/parse-input.ts'
import { changePasswordInput } from '../customer-input.ts'
import { passwordPurposes, voidCodes } from '../mails/codes.ts'
import { confirmPassword, incorrectPassword } from './confirm-password.ts'

/**
 * Changes the customer's password. It ends all their tokens but the one that asks, and codes for a forgotten one.
 * @throws Problem BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE
 */
export async function changePassword(context: Context, input: unknown): Promise<true> {
  const { services } = context
  const { oldPassword, newPassword } = parseInput(changePasswordInput, input)
  const { viewer, token, passwordHash } = await confirmPassword(context, oldPassword)
  const { storeId, id } = viewer
  const newHash = await services.passwords.hash(newPassword)
  await inTransaction(services.db.prisma, async (tx) => {
    const { count } = await tx.customer.updateMany({
      where: {
        ...{ storeId, id, passwordHash },
        // A token that was ended meanwhile must not come to life again by being spared.
        OR: [{ tokenVersion: token.version }, { sparedTokenId: token.id }],
      },
      data: { passwordHash: newHash, tokenVersion: { increment: 1 }, sparedTokenId: token.id },
    })
    // Another change was faster, so the old password is not theirs any more.
    if (count === 0) throw incorrectPassword()
    await voidCodes(tx, { storeId, customerId: id }, passwordPurposes)
  })
  return true
}
