import { floor, fraction, over, times } from '../../checkout/pricing/fraction.ts'

/**
 * A shop as somebody would keep it on paper: what each order owes, has paid and got back, and what it has moved of
 * points, units and uses of a code. It knows nothing of the service. Money is in subunits.
 */
export interface Paper {
  points: number
  codeUses: number
  /** Of each product. */
  stock: number[]
  orders: PaperOrder[]
}

export interface PaperMethod {
  code: string
  /** Whether the owner confirms the order. */
  waits: boolean
  paidOnDelivery: boolean
}

export interface PaperOrder {
  total: bigint
  /** Null for the payment provider. */
  method: PaperMethod | null
  /** Units of each product. */
  units: readonly number[]
  usesPoints: number
  earnsPoints: number
  hasCode: boolean
  status: 'PENDING' | 'CONFIRMED' | 'SHIPPED' | 'DELIVERED' | 'CANCELLED'
  payment: 'PENDING' | 'PAID' | 'REFUNDED'
  /** What came by hand, and what went back in any way. */
  collected: bigint
  /** Each payment by hand that counts, the last one at the end, and whether it came with the delivery. */
  byHand: { amount: bigint; atTheDoor: boolean }[]
  refunded: bigint
  /** What it has moved. */
  redeemed: number
  earned: number
  hasUnits: boolean
  codeCounts: boolean
}

/** What is still to be collected. */
export const dueOf = ({ method, status, payment, total, collected }: PaperOrder): bigint =>
  method === null || payment !== 'PENDING' || status === 'CANCELLED' ? 0n : total - collected

/** What can still be given back. */
export function refundableOf({ method, status, payment, total, collected, refunded }: PaperOrder): bigint {
  if (payment === 'PAID') return total - refunded
  return method !== null && payment === 'PENDING' && status === 'CANCELLED' ? collected - refunded : 0n
}

type Placed = Pick<PaperOrder, 'total' | 'method' | 'units' | 'usesPoints' | 'earnsPoints' | 'hasCode'>

export function place(paper: Paper, placed: Placed): PaperOrder {
  const isFree = placed.total === 0n
  const order: PaperOrder = {
    ...placed,
    method: isFree ? null : placed.method,
    ...{ status: 'PENDING', payment: 'PENDING', collected: 0n, refunded: 0n, byHand: [] },
    ...{ redeemed: 0, earned: 0, hasUnits: false, codeCounts: false },
  }
  paper.orders.push(order)
  if (isFree) pay(paper, order)
  else if (order.method && !order.method.waits) take(paper, order)
  return order
}

/** Points that nobody has been promised. */
export const freePoints = ({ points, orders }: Paper): number =>
  Math.max(
    0,
    orders.filter(({ status }) => status === 'PENDING').reduce((left, { usesPoints }) => left - usesPoints, points),
  )

function take(paper: Paper, order: PaperOrder): void {
  order.status = 'CONFIRMED'
  order.redeemed = Math.min(order.usesPoints, paper.points)
  paper.points -= order.redeemed
  moveUnits(paper, order, -1)
  order.hasUnits = true
  order.codeCounts = order.hasCode
  if (order.codeCounts) paper.codeUses += 1
}

/** What an earlier payment has left of them is not earned again. */
function earn(paper: Paper, order: PaperOrder): void {
  order.payment = 'PAID'
  paper.points += order.earnsPoints - order.earned
  order.earned = order.earnsPoints
}

function collect(order: PaperOrder, amount: bigint, atTheDoor: boolean): void {
  order.collected += amount
  order.byHand.push({ amount, atTheDoor })
}

/** The last payment by hand counts no more. @returns whether there was one that can be taken back */
function uncollect(paper: Paper, order: PaperOrder): boolean {
  const last = order.byHand.at(-1)
  if (!last || order.refunded > 0n || order.payment === 'REFUNDED') return false
  order.byHand.pop()
  order.collected -= last.amount
  if (order.payment === 'PAID' && order.status !== 'CANCELLED') {
    const gone = Math.min(order.earned, paper.points)
    paper.points -= gone
    order.earned -= gone
  }
  order.payment = 'PENDING'
  return true
}

/** All of it at once. */
function pay(paper: Paper, order: PaperOrder): void {
  if (order.status === 'PENDING') take(paper, order)
  earn(paper, order)
}

function moveUnits(paper: Paper, { units }: PaperOrder, sign: 1 | -1): void {
  paper.stock = paper.stock.map((left, index) => left + sign * (units[index] ?? 0))
}

/** Points in proportion to what is back; earned ones only as far as they are still there. */
function returnPoints(paper: Paper, order: PaperOrder, before: bigint, after: bigint): void {
  const { total, redeemed, earned } = order
  const part = (points: number, of: bigint) => (total === 0n ? (of === before ? 0 : points) : share(points, of, total))
  paper.points += part(redeemed, after) - part(redeemed, before)
  paper.points -= Math.min(part(earned, after) - part(earned, before), paper.points)
}

const share = (points: number, of: bigint, total: bigint): number =>
  Number(floor(over(times(fraction(BigInt(points)), fraction(of)), fraction(total))))

function returnUnits(paper: Paper, order: PaperOrder): void {
  if (order.hasUnits) moveUnits(paper, order, 1)
  order.hasUnits = false
}

function returnCode(paper: Paper, order: PaperOrder): void {
  if (order.codeCounts) paper.codeUses -= 1
  order.codeCounts = false
}

function giveBack(paper: Paper, order: PaperOrder, amount: bigint): void {
  if (order.status !== 'CANCELLED') returnPoints(paper, order, order.refunded, order.refunded + amount)
  order.refunded += amount
}

function undo(paper: Paper, order: PaperOrder, restock: boolean): void {
  if (order.status !== 'PENDING') {
    // Of a free order nothing can be refunded, so that all of its points are still where it moved them.
    const { total, refunded } = order
    returnPoints(paper, order, refunded, total === 0n ? 1n : total)
    if (restock) returnUnits(paper, order)
    returnCode(paper, order)
  }
  order.status = 'CANCELLED'
}

/** What can be done with an order. Each says whether it was allowed. */
export const steps = {
  /** The buyer pays the provider; of a cancelled order, the owner has to give it back. */
  payOnline(paper: Paper, order: PaperOrder): boolean {
    if (order.method !== null || order.payment !== 'PENDING') return false
    if (order.status === 'CANCELLED') order.payment = 'PAID'
    else pay(paper, order)
    return true
  },
  confirm(paper: Paper, order: PaperOrder): boolean {
    if (order.method === null || order.status !== 'PENDING' || paper.points < order.usesPoints) return false
    take(paper, order)
    return true
  },
  /** @param amount null for all that is due */
  record(paper: Paper, order: PaperOrder, amount: bigint | null): boolean {
    const due = dueOf(order)
    if (due === 0n || (amount !== null && amount > due)) return false
    collect(order, amount ?? due, false)
    if (order.collected === order.total) pay(paper, order)
    return true
  },
  ship(_: Paper, order: PaperOrder): boolean {
    if (order.status !== 'CONFIRMED' || order.payment === 'REFUNDED') return false
    order.status = 'SHIPPED'
    return true
  },
  deliver(paper: Paper, order: PaperOrder): boolean {
    if (order.status !== 'SHIPPED') return false
    order.status = 'DELIVERED'
    if (dueOf(order) > 0n && order.method?.paidOnDelivery) {
      collect(order, dueOf(order), true)
      earn(paper, order)
    }
    return true
  },
  undoDelivery(paper: Paper, order: PaperOrder): boolean {
    if (order.status !== 'DELIVERED') return false
    if (order.byHand.at(-1)?.atTheDoor && !uncollect(paper, order)) return false
    order.status = 'SHIPPED'
    return true
  },
  undoPayment: uncollect,
  /** By the owner; of a parcel that is under way, at the door. */
  cancel(paper: Paper, order: PaperOrder, restock: boolean): boolean {
    const isRefused = order.status === 'SHIPPED' && order.method !== null && order.payment === 'PENDING'
    if (!isRefused && order.status !== 'PENDING' && order.status !== 'CONFIRMED') return false
    undo(paper, order, !isRefused || restock)
    return true
  },
  /** And what came by hand goes back. */
  cancelAndGiveBack(paper: Paper, order: PaperOrder, restock: boolean): boolean {
    if (!steps.cancel(paper, order, restock)) return false
    if (order.method === null || order.collected === order.refunded || order.payment === 'REFUNDED') return true
    order.refunded = order.collected
    order.payment = 'REFUNDED'
    return true
  },
  /** In the store's time. The provider gives back what it has; what came by hand, the owner has to. */
  cancelByBuyer(paper: Paper, order: PaperOrder): boolean {
    if (order.status !== 'PENDING' && order.status !== 'CONFIRMED') return false
    undo(paper, order, true)
    if (order.method !== null || order.payment !== 'PAID' || order.total === 0n) return true
    order.refunded = order.total
    order.payment = 'REFUNDED'
    return true
  },
  /** @param amount null for all that is left */
  refund(paper: Paper, order: PaperOrder, amount: bigint | null, restock: boolean): boolean {
    const left = refundableOf(order)
    if (left === 0n || (amount !== null && amount > left)) return false
    giveBack(paper, order, amount ?? left)
    if (restock) returnUnits(paper, order)
    if (refundableOf(order) > 0n) return true
    order.payment = 'REFUNDED'
    returnCode(paper, order)
    return true
  },
  /** Written down by the owner: moves neither units nor uses. */
  mark(paper: Paper, order: PaperOrder): boolean {
    const left = refundableOf(order)
    if (left === 0n) return false
    giveBack(paper, order, left)
    order.payment = 'REFUNDED'
    return true
  },
}

export type StepName = keyof typeof steps

/** Does a step with any order. @param amount null for all. @returns whether it was allowed */
export function done(
  paper: Paper,
  order: PaperOrder,
  { act, restock }: { act: StepName; restock: boolean },
  amount: bigint | null,
): boolean {
  if (act === 'record') return steps.record(paper, order, amount)
  if (act === 'refund') return steps.refund(paper, order, amount, restock)
  if (act === 'cancel' || act === 'cancelAndGiveBack') return steps[act](paper, order, restock)
  return steps[act](paper, order)
}
