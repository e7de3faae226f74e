import type { Context } from '../../api/context.ts'
import { parseInput } from '../../platform/input/parse-input.ts'
import { confirmPassword } from '../customers/account/confirm-password.ts'
import { getViewer } from '../customers/account/find-viewer.ts'
import { passwordInput } from '../customers/customer-input.ts'
import type { Person } from '../customers/person.ts'
import { erasePerson } from './erase-person.ts'
import { exportWhole } from './export-person.ts'

/** Without the phone, which nobody has verified: others may have left it with the store. */
const accountAlone = (customerId: string): Person => ({ phone: null, customerIds: [customerId] })

/** @throws Problem UNAUTHENTICATED, BAD_USER_INPUT */
export async function myData(context: Context): Promise<object> {
  const { id } = await getViewer(context, 'Not logged in')
  return exportWhole(context, accountAlone(id), 'ask the store for them')
}

/**
 * Retains what the books need. @throws Problem BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE
 * @throws Problem CONFLICT while an order is paid and not sent, or money is to go back
 */
export async function deleteMe(context: Context, input: unknown): Promise<true> {
  const { password } = parseInput(passwordInput, input)
  const { viewer } = await confirmPassword(context, password)
  await erasePerson(context, accountAlone(viewer.id), 'buyer')
  return true
}
