import type { Context } from '../../../api/context.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { parseInput } from '../../../platform/input/parse-input.ts'
import { codeInput } from '../customer-input.ts'
import { getCode, lockCustomer, spendCode } from '../mails/codes.ts'

/** A code counts once. @throws Problem BAD_USER_INPUT */
export async function confirmEmail(context: Context, input: unknown): Promise<true> {
  const { code } = parseInput(codeInput, input)
  const { email, ...owner } = await getCode(context, ['EMAIL'], code)
  await inTransaction(context.services.db.prisma, async (tx) => {
    await lockCustomer(tx, owner)
    await spendCode(tx, owner, ['EMAIL'], code)
    // It counts only while it is the customer's address.
    await tx.customer.updateMany({
      where: { storeId: owner.storeId, id: owner.customerId },
      data: { confirmedEmail: email },
    })
  })
  return true
}

export const isEmailConfirmed = ({ email, confirmedEmail }: { email: string | null; confirmedEmail: string | null }) =>
  email !== null && email === confirmedEmail
