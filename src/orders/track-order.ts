import type { Context } from '../gateway/context.ts'
import type { Order } from '../generated/prisma/client.ts'
import { storeStatement } from '../platform/database/store-statement.ts'
import { inputRules, parseOrTellFirst } from '../platform/input/first-mistake.ts'
import { labelledText } from '../platform/input/labelled-text.ts'
import { Problem } from '../platform/problem.ts'
import { type ShownOrder, shownColumns } from './shown-order.ts'
import { countGuess } from './track-guesses.ts'

export const trackInput = inputRules({
  required: ['orderNo', 'phone'],
  missing: 'Order number and phone required',
  fields: {
    orderNo: labelledText({ label: 'Order number', max: 50, trim: true }),
    phone: labelledText({ label: 'Phone', max: 255 }),
  },
})

const byNumber = storeStatement<ShownOrder & Pick<Order, 'buyerPhoneDigits'>>(
  'order by its number',
  `SELECT ${shownColumns}, buyer_phone_digits AS "buyerPhoneDigits" FROM orders WHERE store_id = $1 AND order_no = $2`,
)

const lastDigits = (phone: string): string => phone.replace(/\D/g, '').slice(-4)

/**
 * Finds an order by its number and the last 4 digits of the buyer's phone.
 * @throws Problem BAD_USER_INPUT, NOT_FOUND, RATE_LIMITED
 */
export async function trackOrder(context: Context, input: unknown): Promise<ShownOrder> {
  const { services, store } = context
  const { orderNo, phone } = parseOrTellFirst(trackInput, input)
  const [order] = await services.readRows(byNumber, store.id, orderNo.toUpperCase())
  const digits = lastDigits(phone)
  const isBuyer = order !== undefined && digits !== '' && lastDigits(order.buyerPhoneDigits) === digits
  await countGuess(context, order?.orderNo ?? orderNo.toUpperCase(), isBuyer)
  if (isBuyer) return order
  throw new Problem('NOT_FOUND', 'Order not found. Check your order number and phone.')
}
