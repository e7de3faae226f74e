import type { Context } from '../../../api/context.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { inputRules, parseInput } from '../../../platform/input/parse-input.ts'
import { Problem } from '../../../platform/problem.ts'
import { digitsOf } from '../../../shared/typed-text.ts'
import { asStored } from '../order-number.ts'
import type { ShownOrder } from './shown-order.ts'
import { orderByNumber } from './shown-orders.sql.ts'
import { countGuess } from './track-guesses.ts'

export const trackInput = inputRules({
  required: ['orderNo', 'phone'],
  missing: 'Order number and phone required',
  fields: {
    orderNo: labelledText({ label: 'Order number', max: 50, trim: true }),
    phone: labelledText({ label: 'Phone', max: 255 }),
  },
})

const lastDigits = (phone: string): string => digitsOf(phone).slice(-4)

/** By number and the last 4 digits of the buyer's phone. @throws Problem BAD_USER_INPUT, NOT_FOUND, RATE_LIMITED */
export async function trackOrder(context: Context, input: unknown): Promise<ShownOrder> {
  const { services, store } = context
  const { orderNo, phone } = parseInput(trackInput, input)
  const number = asStored(orderNo)
  const [order] = await services.db.sql.read(orderByNumber, store.id, number)
  const digits = lastDigits(phone)
  const isBuyer = order !== undefined && digits !== '' && lastDigits(order.buyerPhone) === digits
  await countGuess(context, number, isBuyer)
  if (isBuyer) return order
  throw new Problem('NOT_FOUND', 'Order not found. Check your order number and phone.', { reason: 'ORDER_NOT_FOUND' })
}
