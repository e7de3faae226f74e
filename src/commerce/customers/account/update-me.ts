import type { Context } from '../../../api/context.ts'
import type { Customer, Prisma } from '../../../generated/prisma/client.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import { given } from '../../stores/store-write.ts'
import { profileInput } from '../customer-input.ts'
import { lockCustomer, voidCodes } from '../mails/codes.ts'
import { isEmailConfirmed } from './confirm-email.ts'
import { getViewer } from './find-viewer.ts'

/** Null clears; an unconfirmed email is always sent a code. @throws Problem BAD_USER_INPUT, UNAUTHENTICATED */
export async function updateMe(context: Context, input: unknown): Promise<Customer> {
  const changes = given(parseInput(profileInput, input))
  const { storeId, id } = await getViewer(context, 'Login required')
  return inTransaction(context.services.db.prisma, async (tx) => {
    const known = await lockCustomer(tx, { storeId, customerId: id })
    if (!known) throw new Problem('UNAUTHENTICATED', 'Login required', { reason: 'LOGIN_REQUIRED' })
    const customer = await tx.customer.update({ where: { storeId_id: { storeId, id } }, data: changes })
    if (customer.email !== known.email) await leaveAddress(context, tx, customer, known)
    if (changes.email && !isEmailConfirmed(customer)) await askToConfirm(context, tx, customer)
    return customer
  })
}

/** Voids codes mailed to the old address, and notifies it if it was confirmed. */
async function leaveAddress(
  { services }: Context,
  tx: Prisma.TransactionClient,
  { storeId, id: customerId }: Customer,
  known: Pick<Customer, 'email' | 'confirmedEmail'>,
): Promise<void> {
  await voidCodes(tx, { storeId, customerId }, ['PASSWORD', 'EMAIL'])
  if (known.email === null || !isEmailConfirmed(known)) return
  const about = 'changed-address'
  await services.jobs.enqueue(tx, 'account-mail', { storeId, about, customerId, address: known.email })
}

export const askToConfirm = (
  { services }: Pick<Context, 'services'>,
  tx: Prisma.TransactionClient,
  { storeId, id: customerId }: Pick<Customer, 'storeId' | 'id'>,
): Promise<void> => services.jobs.enqueue(tx, 'account-mail', { storeId, about: 'email', customerId })
