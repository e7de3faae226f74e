import type { Context } from '../../../api/context.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { parseInput } from '../../../platform/input/parse-input.ts'
import { changePasswordInput } from '../customer-input.ts'
import { passwordPurposes, voidCodes } from '../mails/codes.ts'
import { confirmPassword, incorrectPassword } from './confirm-password.ts'

/** Revokes all other tokens. @throws Problem BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE */
export async function changePassword(context: Context, input: unknown): Promise<true> {
  const { services } = context
  const { oldPassword, newPassword } = parseInput(changePasswordInput, input)
  const { viewer, token, passwordHash } = await confirmPassword(context, oldPassword)
  const { storeId, id } = viewer
  const newHash = await services.passwords.hash(newPassword)
  await inTransaction(services.db.prisma, async (tx) => {
    const { count } = await tx.customer.updateMany({
      where: {
        storeId,
        id,
        passwordHash,
        // Sparing must not revive a token that was revoked meanwhile.
        OR: [{ tokenVersion: token.version }, { sparedTokenId: token.id }],
      },
      data: { passwordHash: newHash, tokenVersion: { increment: 1 }, sparedTokenId: token.id },
    })
    if (count === 0) throw incorrectPassword()
    await voidCodes(tx, { storeId, customerId: id }, passwordPurposes)
  })
  return true
}
