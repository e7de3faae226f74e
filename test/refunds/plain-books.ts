/**
 * A shop as somebody would keep it on paper: the second implementation that the service is compared with. It knows
 * nothing of the service. Money is in paise, points are whole.
 */

/** What the shop charges: 18 % tax on top, 49.50 for shipping below 300.00, a code of 10 %. */
const PRICES = { tea: 9_999, cup: 3_333 }
const TAX_PERCENT = 18
const SHIPPING = { fee: 4_950, freeFrom: 30_000 }
const POINT_IS_WORTH = 25
/** Points for each rupee, in tenths. */
const EARNED_TENTHS = 3

export interface Basket {
  tea: number
  cup: number
  hasCode: boolean
  /** Points that the buyer wants to redeem. */
  points: number
}

export interface PlainOrder extends Basket {
  total: number
  status: 'PENDING' | 'CONFIRMED' | 'SHIPPED' | 'CANCELLED'
  paid: boolean
  /** What went back, through the provider and by hand. */
  refunded: number
  byHand: number
  usesPoints: number
  earnsPoints: number
  /** What paying has moved, and what of it is moved back. */
  redeemed: number
  earned: number
  hasUnits: boolean
  codeCounts: boolean
}

export interface PlainShop {
  tea: number
  cup: number
  points: number
  codeUses: number
  orders: PlainOrder[]
}

export const openPlainShop = (): PlainShop => ({ tea: 1_000, cup: 1_000, points: 500, codeUses: 0, orders: [] })

/** Rounds half away from zero; no amount here is negative. */
const rounded = (numerator: number, denominator: number) =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))

export function plainPrice({ tea, cup, hasCode }: Basket, points: number) {
  const subtotal = tea * PRICES.tea + cup * PRICES.cup
  const goods = subtotal - (hasCode ? rounded(subtotal, 10) : 0)
  const taxable = goods - points * POINT_IS_WORTH
  const shipping = goods < SHIPPING.freeFrom ? SHIPPING.fee : 0
  const total = taxable + rounded(taxable * TAX_PERCENT, 100) + shipping
  return { total, earns: Math.floor((taxable * EARNED_TENTHS) / 1_000) }
}

export function place(shop: PlainShop, basket: Basket): PlainOrder {
  const held = shop.orders
    .filter(({ status }) => status === 'PENDING')
    .reduce((sum, order) => sum + order.usesPoints, 0)
  const usesPoints = Math.max(0, Math.min(basket.points, shop.points - held))
  const { total, earns } = plainPrice(basket, usesPoints)
  const order: PlainOrder = {
    ...basket,
    ...{ total, status: 'PENDING', paid: false, refunded: 0, byHand: 0, usesPoints, earnsPoints: earns },
    ...{ redeemed: 0, earned: 0, hasUnits: false, codeCounts: false },
  }
  shop.orders.push(order)
  return order
}

/** @returns whether the buyer is told that the order is confirmed */
export function pay(shop: PlainShop, order: PlainOrder): boolean {
  const isOpen = order.status !== 'CANCELLED'
  if (!order.paid && isOpen) confirm(shop, order)
  order.paid = true
  return isOpen
}

function confirm(shop: PlainShop, order: PlainOrder): void {
  order.status = 'CONFIRMED'
  order.redeemed = Math.min(order.usesPoints, shop.points)
  order.earned = order.earnsPoints
  shop.points += order.earned - order.redeemed
  takeUnits(shop, order, 1)
  order.hasUnits = true
  if (order.hasCode) shop.codeUses += 1
  order.codeCounts = order.hasCode
}

function takeUnits(shop: PlainShop, order: PlainOrder, sign: 1 | -1): void {
  shop.tea -= sign * order.tea
  shop.cup -= sign * order.cup
}

/** The most points of `all` that are no more than their share of what is back: counted one by one. */
export function plainShare(all: number, back: number, total: number): number {
  let points = 0
  while (points < all && BigInt(points + 1) * BigInt(total) <= BigInt(back) * BigInt(all)) points += 1
  return points
}

function movePoints(shop: PlainShop, order: PlainOrder, from: number, to: number): void {
  const part = (all: number) => plainShare(all, to, order.total) - plainShare(all, from, order.total)
  const [back, away] = [part(order.redeemed), part(order.earned)]
  shop.points += back
  shop.points -= Math.min(away, shop.points)
}

function returnUnits(shop: PlainShop, order: PlainOrder): void {
  if (order.hasUnits) takeUnits(shop, order, -1)
  order.hasUnits = false
}

function returnCode(shop: PlainShop, order: PlainOrder): void {
  if (order.codeCounts) shop.codeUses -= 1
  order.codeCounts = false
}

/** By the owner; a refund of what was paid is a step of its own. */
export function cancel(shop: PlainShop, order: PlainOrder): boolean {
  if (order.status !== 'PENDING' && order.status !== 'CONFIRMED') return false
  if (order.status === 'CONFIRMED') {
    movePoints(shop, order, order.refunded, order.total)
    returnUnits(shop, order)
    returnCode(shop, order)
  }
  order.status = 'CANCELLED'
  return true
}

/** By the buyer, who has the money back with it. */
export function cancelByBuyer(shop: PlainShop, order: PlainOrder): boolean {
  if (!cancel(shop, order)) return false
  if (order.paid) order.refunded = order.total
  return true
}

export function ship(_: PlainShop, order: PlainOrder): boolean {
  if (order.status !== 'CONFIRMED' || order.refunded === order.total) return false
  order.status = 'SHIPPED'
  return true
}

/** @param amount null for all that is left */
export function refund(shop: PlainShop, order: PlainOrder, amount: number | null, restock: boolean): boolean {
  const left = order.total - order.refunded
  if (!order.paid || left === 0 || (amount !== null && amount > left)) return false
  giveBack(shop, order, amount ?? left)
  if (restock) returnUnits(shop, order)
  if (order.refunded === order.total) returnCode(shop, order)
  return true
}

/** Written down by the owner: no code, no units. */
export function mark(shop: PlainShop, order: PlainOrder): boolean {
  const left = order.total - order.refunded
  if (!order.paid || left === 0) return false
  giveBack(shop, order, left)
  order.byHand += left
  return true
}

function giveBack(shop: PlainShop, order: PlainOrder, amount: number): void {
  const after = order.refunded + amount
  if (order.status !== 'CANCELLED') movePoints(shop, order, order.refunded, after)
  order.refunded = after
}
