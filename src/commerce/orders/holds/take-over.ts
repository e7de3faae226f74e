import { type OwnOrder, ownPoints } from './holdings.ts'

export interface TakeOver {
  /** All their holds are released. */
  replaced: readonly OwnOrder[]
  /** Only their discount use is taken. */
  uses: readonly OwnOrder[]
  /** Only their points are taken. */
  points: readonly OwnOrder[]
}

interface Needs {
  /** Counters and variants, or products without any. */
  things: ReadonlySet<string>
  discount: {
    id: string
    buyerKey: string
    /** If the buyer's unpaid uses were free; null without a limit. */
    left: number | null
    leftForBuyer: number | null
  } | null
  points: number
  /** If the buyer's unpaid points were free. */
  pointsLeft: number
}

/**
 * An order with some of the same goods is replaced even if nothing is short: otherwise every retry would hold more.
 * Orders of other goods lose a discount use or points only when the new one needs them.
 */
export function takeOver(own: readonly OwnOrder[], { things, discount, points, pointsLeft }: Needs): TakeOver {
  const isReplaced = ({ items, units }: OwnOrder) =>
    [...items, ...Object.keys(units ?? {})].some((thing) => things.has(thing))
  const others = own.filter((order) => !isReplaced(order))
  return {
    replaced: own.filter(isReplaced),
    uses: discount ? usesToTake(others, discount) : [],
    points: points > 0 ? pointsToTake(others, points - (pointsLeft - ownPoints(others))) : [],
  }
}

function usesToTake(orders: readonly OwnOrder[], discount: NonNullable<Needs['discount']>): OwnOrder[] {
  const users = orders.filter(({ use }) => use?.discountId === discount.id)
  const byBuyer = users.filter(({ use }) => use?.buyerKey === discount.buyerKey)
  const rest = users.filter((order) => !byBuyer.includes(order))
  const short = (left: number | null, held: number) => (left === null ? 0 : 1 - (left - held))
  const missing = Math.max(short(discount.left, users.length), short(discount.leftForBuyer, byBuyer.length), 0)
  return [...byBuyer, ...rest].slice(0, missing)
}

function pointsToTake(orders: readonly OwnOrder[], points: number): OwnOrder[] {
  const holding = orders.filter((order) => (order.points ?? 0) > 0)
  const count = holding.findIndex((_, index) => ownPoints(holding.slice(0, index)) >= points)
  return count === -1 ? holding : holding.slice(0, count)
}
