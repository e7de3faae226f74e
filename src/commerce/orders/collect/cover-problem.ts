import { lockedPool, poolKey, type Stock } from '../../catalog/stock/stock.ts'
import type { OrderWithItems } from '../lock-order.ts'
import type { Cover } from './collect.sql.ts'

/**
 * Why an order can no longer be confirmed; null when it can. What it still holds counts as its own, however little the
 * owner has left of it.
 * @param stock the locked counters
 */
export function coverProblem(order: OrderWithItems, stock: Stock, { held, discount, points }: Cover): string | null {
  const short = shortOf(order, stock, held)
  if (short.length > 0) return `There is not enough in stock of: ${short.join(', ')}.`
  if (discount) {
    const { usageLimit, perCustomerLimit, timesUsed, holds, heldByOthers, ofBuyer } = discount
    const used = timesUsed + (holds ? 0 : heldByOthers)
    const isUsedUp = usageLimit !== null && used >= usageLimit
    if (isUsedUp || (perCustomerLimit !== null && !holds && ofBuyer >= perCustomerLimit)) {
      return `The discount code ${order.discountCode ?? ''} has no uses left for this order.`
    }
  }
  if (order.customerId !== null && order.pointsUsed > 0) {
    const { balance, own, others } = points ?? { balance: 0, own: 0, others: 0 }
    const left = own >= order.pointsUsed ? balance : balance - others
    if (left < order.pointsUsed) return `The ${order.pointsUsed} redeemed points are no longer there.`
  }
  return null
}

/** The names of what is short, each once. */
function shortOf({ items }: OrderWithItems, stock: Stock, held: Cover['held']): string[] {
  const wanted = new Map<string, { units: number; names: Set<string> }>()
  for (const item of items) {
    const pool = lockedPool(stock, item)
    if (!pool) continue
    const { units, names } = wanted.get(poolKey(pool)) ?? { units: 0, names: new Set() }
    wanted.set(poolKey(pool), { units: units + item.qty, names: names.add(item.name) })
  }
  return [...wanted].flatMap(([counter, { units, names }]) => {
    const { own, others } = held.find((each) => each.counter === counter) ?? { own: 0, others: 0 }
    const there = stock.get(counter) ?? 0
    return (own >= units ? there : there - others) >= units ? [] : [...names]
  })
}
