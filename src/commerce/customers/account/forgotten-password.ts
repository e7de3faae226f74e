import type { Context } from '../../../api/context.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { parseInput } from '../../../platform/input/parse-input.ts'
import { forgotPasswordInput, resetPasswordInput } from '../customer-input.ts'
import { getCode, lockCustomer, passwordPurposes, spendCode, voidCodes } from '../mails/codes.ts'

/**
 * Queues a job that mails a link if the phone's account has a confirmed address. The request does the same in every
 * case, so that it reveals nothing.
 * @throws Problem BAD_USER_INPUT when it is no phone
 */
export async function forgotPassword({ services, store }: Context, input: unknown): Promise<true> {
  const { phone } = parseInput(forgotPasswordInput, input)
  await services.jobs.enqueue(services.db.prisma, 'account-mail', { storeId: store.id, about: 'password', phone })
  return true
}

/** Revokes all tokens of the customer. A code counts once. @throws Problem BAD_USER_INPUT, UNAVAILABLE */
export async function resetPassword(context: Context, input: unknown): Promise<true> {
  const { code, password } = parseInput(resetPasswordInput, input)
  const owner = await getCode(context, passwordPurposes, code)
  const passwordHash = await context.services.passwords.hash(password)
  await inTransaction(context.services.db.prisma, async (tx) => {
    await lockCustomer(tx, owner)
    await spendCode(tx, owner, passwordPurposes, code)
    await voidCodes(tx, owner, passwordPurposes)
    await tx.customer.updateMany({
      where: { storeId: owner.storeId, id: owner.customerId },
      data: { passwordHash, tokenVersion: { increment: 1 }, sparedTokenId: null },
    })
  })
  return true
}
