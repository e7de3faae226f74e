import { type OwnOrder, ownPoints } from './holdings.ts'

/** What an order takes over from the same buyer's earlier unpaid orders, each by its id. */
export interface TakeOver {
  /** Those that it replaces: all that they hold is released. */
  replaced: readonly OwnOrder[]
  /** Those whose discount use it takes, but nothing else. */
  uses: readonly OwnOrder[]
  /** Those whose points it takes. */
  points: readonly OwnOrder[]
}

interface Needs {
  /** Its stock counters, and its variants, or products where they have none. */
  things: ReadonlySet<string>
  discount: {
    id: string
    buyerKey: string
    /** The uses that are left if all those that the buyer holds unpaid were free; null when there is no limit. */
    left: number | null
    /** The same of this buyer's. */
    leftForBuyer: number | null
  } | null
  points: number
  /** The points that are there if all those that the buyer holds unpaid were free. */
  pointsLeft: number
}

/**
 * An earlier order with some of the same goods is replaced: whoever checks out again wants to buy them once. It is not
 * left to what is short, or else those who try again would hold more each time, until others get nothing. An order of
 * other goods keeps them, and gives up its discount use or its points only when the new one cannot have them otherwise.
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

/** The oldest that hold so many points together. */
function pointsToTake(orders: readonly OwnOrder[], points: number): OwnOrder[] {
  const holding = orders.filter((order) => (order.points ?? 0) > 0)
  const count = holding.findIndex((_, index) => ownPoints(holding.slice(0, index)) >= points)
  return count === -1 ? holding : holding.slice(0, count)
}
