import type { OrderStatus, PaymentStatus } from '../../src/commerce/orders/status/order-status.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { newUuid } from '../../src/platform/uuid.ts'
import type { Shop } from '../support/shop.ts'

/** As they are written, past checkout. */
export interface MadeOrder {
  id: string
  createdAt: Date
  updatedAt: Date
  status: OrderStatus
  paymentStatus: PaymentStatus
  provider: 'RAZORPAY' | 'SANDBOX' | null
  currency: string
  taxInclusive: boolean
  items: MadeItem[]
  payments: { id: string; at: Date; amount: bigint; currency: string }[]
  refunds: MadeRefund[]
}

interface MadeItem {
  product: number
  qty: number
  unitPrice: bigint
  discount: bigint
  tax: bigint
}

interface MadeRefund {
  id: string
  at: Date
  amount: bigint
  status: 'PROCESSED' | 'FAILED' | 'PENDING'
  /** Why the provider has taken it back later. */
  failure: string | null
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export interface Chance {
  /** 0 to less than `most`, whole. */
  below(most: number): number
}

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  return {
    below(most) {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
    },
  }
}

export const totalOf = (order: Pick<MadeOrder, 'items' | 'taxInclusive' | 'currency'>): bigint =>
  order.items.reduce((sum, item) => sum + lineOf(order, item), 0n)

export const lineOf = (order: Pick<MadeOrder, 'taxInclusive' | 'currency'>, item: MadeItem): bigint =>
  grossOf(order, item) - item.discount + (order.taxInclusive ? 0n : item.tax)

/** Three decimals are rounded to two. */
const grossOf = ({ currency }: Pick<MadeOrder, 'currency'>, { qty, unitPrice }: MadeItem): bigint => {
  const exact = unitPrice * BigInt(qty)
  return currency === 'KWD' ? ((exact + 5n) / 10n) * 10n : exact
}

/** Of any kind, placed between two moments; nothing of it happened after `until`. */
export function madeOrder(
  chance: Chance,
  currency: string,
  { from, until }: { from: number; until: number },
): MadeOrder {
  const createdAt = new Date(from + chance.below(until - from))
  const later = (days: number) =>
    new Date(Math.min(until, createdAt.getTime() + chance.below(days * DAY) + chance.below(2 * MINUTE)))
  const kind = chance.below(10)
  const provider = kind === 0 ? 'SANDBOX' : kind < 7 ? 'RAZORPAY' : null
  const items = Array.from({ length: 1 + chance.below(3) }, () => {
    const [qty, unitPrice] = [1 + chance.below(5), BigInt(chance.below(100_000))]
    const discount = (unitPrice * BigInt(chance.below(30))) / 100n
    return { product: chance.below(40), qty, unitPrice, discount, tax: BigInt(chance.below(5_000)) }
  })
  const order: MadeOrder = {
    ...{ id: newUuid(createdAt.getTime()), createdAt, updatedAt: createdAt, provider, currency, items },
    ...{ taxInclusive: chance.below(2) === 0, status: 'PENDING', paymentStatus: 'PENDING', payments: [], refunds: [] },
  }
  const total = totalOf(order)
  const isPaid = chance.below(8) > 0
  const at = later(provider === null ? 9 : chance.below(20) === 0 ? 3 : 1 / 144)
  if (isPaid) payFor(order, at, total, chance)
  else if (provider === null) order.status = 'CONFIRMED'
  else if (chance.below(3) === 0) Object.assign(order, { status: 'FAILED', paymentStatus: 'FAILED' })
  if (order.status === 'CONFIRMED')
    order.status = (['CONFIRMED', 'SHIPPED', 'DELIVERED'] as const)[chance.below(3)] ?? 'CONFIRMED'
  if (isPaid && chance.below(5) === 0) giveBack(order, later(40), chance)
  if (chance.below(12) === 0) order.status = 'CANCELLED'
  return order
}

/** All at once, in two parts, too much, or also in another currency. */
export function payFor(order: MadeOrder, at: Date, total: bigint, chance: Chance): void {
  const pay = (moment: Date, amount: bigint, currency = order.currency) =>
    order.payments.push({ id: newUuid(moment.getTime()), at: moment, amount, currency })
  const way = chance.below(12)
  if (way === 0) pay(at, total + 500n)
  else if (way === 1) pay(at, 7n, order.currency === 'JPY' ? 'USD' : 'JPY')
  if (way === 2 && order.provider === null) {
    pay(order.createdAt, total / 3n)
    pay(at, total - total / 3n)
  } else if (way > 0) pay(at, total)
  Object.assign(order, { status: 'CONFIRMED', paymentStatus: 'PAID', updatedAt: at })
}

/** A part or all, made, failed, in progress, or taken back later. */
export function giveBack(order: MadeOrder, at: Date, chance: Chance): void {
  const total = totalOf(order)
  const amount = chance.below(2) === 0 ? total : total / 2n
  if (amount === 0n) return
  const status = (['PROCESSED', 'PROCESSED', 'PROCESSED', 'FAILED', 'PENDING'] as const)[chance.below(5)] ?? 'PENDING'
  const failure = status === 'PROCESSED' && chance.below(6) === 0 ? 'The bank has sent it back' : null
  order.refunds.push({ id: newUuid(at.getTime()), at, amount, status, failure })
  if (amount === total && status === 'PROCESSED') order.paymentStatus = 'REFUNDED'
  order.updatedAt = at
}

export const productId = (product: number): string => `00000000-0000-4000-8000-${String(product).padStart(12, '0')}`

/** Writes orders that are new, and again those that have changed. */
export async function writeOrders(
  { database: { prisma } }: Shop,
  { id: storeId }: Store,
  orders: readonly MadeOrder[],
) {
  const orderId = { in: orders.map(({ id }) => id) }
  for (const table of [prisma.refund, prisma.payment, prisma.orderItem] as any[]) {
    await table.deleteMany({ where: { storeId, orderId } })
  }
  await prisma.order.deleteMany({ where: { storeId, id: orderId } })
  await prisma.order.createMany({ data: orders.map((order) => orderRow(storeId, order)) })
  await prisma.orderItem.createMany({
    data: orders.flatMap((order) =>
      order.items.map(({ product, ...item }, position) => ({
        ...{ storeId, orderId: order.id, position, productId: productId(product), name: `Tea ${product}` },
        ...{ ...item, loyaltyDiscount: 0n },
      })),
    ),
  })
  await prisma.payment.createMany({
    data: orders.flatMap(({ id: orderId, provider, payments }) =>
      payments.map(({ at, ...payment }) => ({
        ...{ storeId, orderId, provider: provider ?? 'MANUAL', providerPaymentId: payment.id, source: 'verify' },
        ...{ ...payment, createdAt: at },
      })),
    ),
  })
  await prisma.refund.createMany({
    data: orders.flatMap(({ id: orderId, currency, refunds }) =>
      refunds.map(({ at, ...refund }, number) => ({
        ...{ storeId, orderId, number: number + 1, currency, actor: 'provider', createdAt: at },
        ...{ ...refund, settledAt: refund.status === 'PENDING' ? null : at },
      })),
    ),
  })
}

function orderRow(storeId: string, order: MadeOrder) {
  const { items, payments: _, refunds: __, ...row } = order
  const sum = (pick: (item: MadeItem) => bigint) => items.reduce((total, item) => total + pick(item), 0n)
  return {
    ...{ ...row, storeId, orderNo: `ORD-${order.id}`, buyerName: 'Ravi', buyerPhone: '1', buyerPhoneDigits: '1' },
    subtotal: sum((item) => grossOf(order, item)),
    discountAmount: sum(({ discount }) => discount),
    taxAmount: sum(({ tax }) => tax),
    ...{ total: totalOf(order), holdExpiresAt: order.createdAt },
  }
}
