import type { Context } from '../gateway/context.ts'
import type { Order } from '../generated/prisma/client.ts'
import { storeStatement } from '../platform/database/store-statement.ts'
import { inputRules, parseOrTellFirst } from '../platform/input/first-mistake.ts'
import { labelledText } from '../platform/input/labelled-text.ts'
import { Problem } from '../platform/problem.ts'
import { type ShownOrder, shownColumns } from './shown-order.ts'

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
 * @throws Problem BAD_USER_INPUT, NOT_FOUND
 */
export async function trackOrder({ services, store }: Context, input: unknown): Promise<ShownOrder> {
  const { orderNo, phone } = parseOrTellFirst(trackInput, input)
  const [order] = await services.readRows(byNumber, store.id, orderNo.toUpperCase())
  const digits = lastDigits(phone)
  if (!order || digits === '' || lastDigits(order.buyerPhoneDigits) !== digits) {
    throw new Problem('NOT_FOUND', 'Order not found. Check your order number and phone.')
  }
  return order
}
