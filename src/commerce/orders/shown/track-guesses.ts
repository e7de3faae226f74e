import { refusal } from '../../../api/admission/admission.ts'
import type { Context } from '../../../api/context.ts'
import { limitKey } from '../../../platform/network/client-address.ts'

/** No order has another number, so such guesses are not counted. */
const ORDER_NUMBER = /^ORD-[0-9A-Z]{10}$/

/**
 * Counts a guess at the buyer's phone unless `isRight`. An address that has found the order has its own count, so that
 * strangers cannot lock the buyer out.
 * @param orderNo as stored, or as requested: unknown orders get the same answers
 * @throws Problem RATE_LIMITED, also for the right phone, which must not be revealed
 */
export async function countGuess(context: Context, orderNo: string, isRight: boolean): Promise<void> {
  if (!ORDER_NUMBER.test(orderNo)) return
  const { services, store } = context
  const { limits } = services
  const found = foundKey(context, orderNo)
  const hasFound = (await limits.consumed('trackFound', found)) > 0
  const key = hasFound ? found : `${store.id}:${orderNo}`
  // Consumed first, so that parallel guesses cannot exceed the limit.
  const budget = await limits.consume('trackFailuresPerOrder', key)
  if (!budget.allowed) {
    context.budgets.set('trackFailuresPerOrder', budget)
    throw refusal(services, 'trackFailuresPerOrder', budget)
  }
  if (!isRight) return
  await limits.restore('trackFailuresPerOrder', key)
  if (!hasFound) await rememberFound(context, orderNo)
}

export async function rememberFound(context: Context, orderNo: string): Promise<void> {
  await context.services.limits.consume('trackFound', foundKey(context, orderNo))
}

const foundKey = ({ store, ip }: Context, orderNo: string): string => `${store.id}:${orderNo}:${limitKey(ip)}`
