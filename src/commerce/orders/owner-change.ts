import { checkScope, hasScope, KeyScope } from '../../api/admission/key-scopes.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, optional, parseInput } from '../../platform/input/parse-input.ts'
import { versionConflict } from '../../platform/problem.ts'
import { lockOrder, type OrderWithItems } from './lock-order.ts'
import { orderNotFound, orderNumberOf } from './order-number.ts'

/** With the version the owner saw; none accepts any. */
export interface OrderChoice {
  orderNo: string
  version?: number | null | undefined
}

/** Locks until the transaction ends. @throws Problem NOT_FOUND, CONFLICT */
export async function lockForOwner(
  tx: Prisma.TransactionClient,
  storeId: string,
  { orderNo, version }: OrderChoice,
): Promise<OrderWithItems> {
  const order = await lockOrder(tx, storeId, { orderNo: orderNumberOf(orderNo) })
  if (!order) throw orderNotFound()
  if (version != null && version !== order.version) throw versionConflict('order')
  return order
}

/**
 * Whether a delivery records what is due; null as the order's payment method says. Without the scope it never does.
 * @throws Problem FORBIDDEN when the key asks for it without the scope
 */
export function recordedBy(
  caller: Parameters<typeof checkScope>[0],
  asked: boolean | null | undefined,
): boolean | null | undefined {
  if (asked) checkScope(caller, [KeyScope.MONEY])
  return hasScope(caller, [KeyScope.MONEY]) ? asked : false
}

export const MAX_NOTE = 500

const rules = inputRules({
  required: [],
  missing: '',
  fields: { note: optional(labelledText({ label: 'Note', max: MAX_NOTE, trim: true })) },
})

/** Empty when there is none. @throws Problem BAD_USER_INPUT */
export const parseOwnerNote = (input: { note?: string | null | undefined }): string =>
  parseInput(rules, input).note ?? ''
