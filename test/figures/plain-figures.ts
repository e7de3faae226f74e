import type { BucketSize } from '../../src/commerce/figures/buckets.ts'
import { lineOf, type MadeOrder, productId, totalOf } from './generated-orders.ts'

/** Figures once more: order by order, and each bucket by what a calendar on the wall says. */

export interface PlainFigures {
  orders: number
  items: number
  sales: bigint
  revenue: bigint
  refunds: bigint
}

interface Asked {
  from: Date
  until: Date
  currency: string
  playMoney: boolean
}

const none = (): PlainFigures => ({ orders: 0, items: 0, sales: 0n, revenue: 0n, refunds: 0n })

const isSold = ({ status }: MadeOrder) => status === 'CONFIRMED' || status === 'SHIPPED' || status === 'DELIVERED'

/** By the name of the bucket. */
export function plainReport(
  orders: readonly MadeOrder[],
  nameOf: (moment: Date) => string,
  { from, until, currency, playMoney }: Asked,
): Map<string, PlainFigures> {
  const buckets = new Map<string, PlainFigures>()
  const add = (at: Date, change: Partial<PlainFigures>) => {
    if (at < from || at >= until) return
    const name = nameOf(at)
    const figures = buckets.get(name) ?? none()
    buckets.set(name, figures)
    figures.orders += change.orders ?? 0
    figures.items += change.items ?? 0
    figures.sales += change.sales ?? 0n
    figures.revenue += change.revenue ?? 0n
    figures.refunds += change.refunds ?? 0n
  }
  for (const order of orders) {
    if ((order.provider === 'SANDBOX') !== playMoney) continue
    if (isSold(order) && order.currency === currency) {
      const items = order.items.reduce((units, { qty }) => units + qty, 0)
      add(order.createdAt, { orders: 1, items, sales: totalOf(order) })
    }
    for (const { at, amount, currency: paidIn } of order.payments) if (paidIn === currency) add(at, { revenue: amount })
    for (const { at, amount, status, failure } of order.refunds) {
      if (status === 'PROCESSED' && failure === null && order.currency === currency) add(at, { refunds: amount })
    }
  }
  return buckets
}

/** What was sold most first. */
export function plainProducts(orders: readonly MadeOrder[], { from, until, currency, playMoney }: Asked) {
  const products = new Map<string, { productId: string; units: number; sales: bigint }>()
  for (const order of orders) {
    if ((order.provider === 'SANDBOX') !== playMoney || order.currency !== currency || !isSold(order)) continue
    if (order.createdAt < from || order.createdAt >= until) continue
    for (const item of order.items) {
      const id = productId(item.product)
      const product = products.get(id) ?? { productId: id, units: 0, sales: 0n }
      products.set(id, product)
      product.units += item.qty
      product.sales += lineOf(order, item)
    }
  }
  return [...products.values()].sort(
    (a, b) => Number(b.sales - a.sales) || b.units - a.units || (a.productId < b.productId ? -1 : 1),
  )
}

/** Names the bucket of a moment; the hours of a clock that is put back have the same name but for their distance to UTC. */
export function namesOf(by: BucketSize, timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', hourCycle: 'h23', weekday: 'long', timeZoneName: 'longOffset' },
  })
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    const day = `${parts.year}-${parts.month}-${parts.day}`
    if (by === 'HOUR') return `${day} ${parts.hour} ${parts.timeZoneName}`
    if (by === 'DAY') return day
    if (by === 'MONTH') return day.slice(0, 7)
    const monday = new Date(`${day}T00:00:00Z`)
    monday.setUTCDate(monday.getUTCDate() - days.indexOf(parts.weekday ?? ''))
    return `week of ${monday.toISOString().slice(0, 10)}`
  }
}
