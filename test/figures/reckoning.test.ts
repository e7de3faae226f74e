import { describe, expect, it } from 'vitest'
import { addUpFigures } from '../../src/commerce/figures/add-up.ts'
import { BucketSize } from '../../src/commerce/figures/buckets.ts'
import { report } from '../../src/commerce/figures/report.ts'
import { topProducts } from '../../src/commerce/figures/top-products.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { cases, seed, thorough } from '../support/chance.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import {
  type Chance,
  chanceOf,
  giveBack,
  type MadeOrder,
  madeOrder,
  payFor,
  totalOf,
  writeOrders,
} from './generated-orders.ts'
import { namesOf, plainProducts, plainReport } from './plain-figures.ts'

/** In all zones. */
const ORDERS = cases(thorough ? 2_500 : 300, 10_000)
const PERIODS = cases(3, 40)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Around both changes of the clocks. */
const BEGINNING = Date.parse(thorough ? '2025-09-01T00:00:00Z' : '2026-02-20T00:00:00Z')
const END = Date.parse('2026-11-20T07:42:11.123Z')

let now = END
const shop = await forAllTests(openShop({ clock: () => new Date(now) }))

const zones = [
  ['America/New_York', 'USD'],
  // Half an hour is added in summer, and a dinar has 1,000 fils.
  ['Australia/Lord_Howe', 'KWD'],
  ...(thorough
    ? ([
        ['Europe/Berlin', 'EUR'],
        ['Asia/Kolkata', 'INR'],
      ] as const)
    : []),
] as const

/** Whole, or cut anywhere; short ones and long ones, also around the end. */
function anyPeriod(chance: Chance): { from: Date; until: Date } {
  const unit = [1, MINUTE, 15 * MINUTE, DAY][chance.below(4)] ?? 1
  const length = [6 * HOUR, 40 * DAY, END - BEGINNING][chance.below(3)] ?? DAY
  const from = BEGINNING + Math.floor(chance.below(END - BEGINNING) / unit) * unit
  const until = from + Math.max(1, Math.ceil(chance.below(length) / unit)) * unit
  return { from: new Date(from), until: new Date(until) }
}

async function compare(store: Store, orders: readonly MadeOrder[], chance: Chance): Promise<void> {
  const context = { services: shop.services, store }
  for (let count = 0; count < PERIODS; count += 1) {
    const period = count === 0 ? { from: new Date(BEGINNING), until: new Date(END) } : anyPeriod(chance)
    const hours = (period.until.getTime() - period.from.getTime()) / HOUR
    const by =
      (Object.values(BucketSize).filter((size) => size !== 'HOUR' || hours < 990) as BucketSize[])[chance.below(3)] ??
      'DAY'
    const asked = {
      ...period,
      playMoney: chance.below(4) === 0,
      currency: chance.below(5) === 0 ? 'JPY' : store.currency,
    }
    const which = JSON.stringify({ ...asked, by })
    const found = await report(context, { ...asked, by })
    const nameOf = namesOf(by, store.timeZone)
    const plain = plainReport(orders, nameOf, asked)
    const buckets = new Map<string, unknown>()
    for (const { start, currency: _, ...figures } of found.buckets) {
      const name = nameOf(start)
      expect(buckets.has(name), which).toBe(false)
      buckets.set(name, figures)
    }
    const filled = [...buckets].filter(([, figures]) =>
      Object.values(figures as object).some((value) => Number(value) !== 0),
    )
    expect(new Map(filled), which).toEqual(plain)
    const sold = (await topProducts(context, { ...asked, first: 100 })).map(
      ({ name: _, currency: __, ...rest }) => rest,
    )
    expect(sold, which).toEqual(plainProducts(orders, asked))
  }
}

/** What happens to old orders: they are paid, given back, cancelled, corrected. */
function changeSome(orders: readonly MadeOrder[], chance: Chance, at: number): MadeOrder[] {
  const changed = orders.filter(({ createdAt }) => createdAt.getTime() < at - 2 * HOUR && chance.below(12) === 0)
  for (const order of changed) {
    const moment = new Date(at - chance.below(5 * MINUTE))
    const way = chance.below(4)
    if (order.payments.length === 0) payFor(order, moment, totalOf(order), chance)
    else if (way === 0 && order.refunds.length === 0) giveBack(order, moment, chance)
    else if (way === 1) for (const payment of order.payments) payment.amount += 11n
    else if (way === 2)
      for (const refund of order.refunds) if (refund.status === 'PROCESSED') refund.failure = 'Sent back'
    if (way === 3 || chance.below(3) === 0) order.status = 'CANCELLED'
    order.updatedAt = moment
  }
  return changed
}

describe('figures, and a plain second reckoning of them', () => {
  it.each(zones)(
    'are the same to the subunit in %s (%s), however far they are added up',
    async (timeZone, currency) => {
      const chance = chanceOf(seed + timeZone.length)
      const store = await shop.addStore({ store: { currency, timeZone } })
      now = END
      const made = (from: number, count: number) =>
        Array.from({ length: count }, () => madeOrder(chance, currency, { from, until: now }))
      const orders = made(BEGINNING, ORDERS / zones.length)
      await writeOrders(shop, store, orders)
      await compare(store, orders, chance)

      expect(await addUpFigures(shop.services)).toBeGreaterThan(250)
      await compare(store, orders, chance)

      for (const wait of [20 * MINUTE, 26 * HOUR]) {
        const newer = made(now, 30)
        now += wait
        for (const order of newer) {
          const at = new Date(order.createdAt.getTime() + chance.below(wait))
          Object.assign(order, { createdAt: at, updatedAt: at })
          for (const entry of [...order.payments, ...order.refunds]) entry.at = at
        }
        orders.push(...newer)
        await writeOrders(shop, store, [...newer, ...changeSome(orders.slice(0, -30), chance, now)])
        await compare(store, orders, chance)
        await addUpFigures(shop.services)
        await compare(store, orders, chance)
        await writeOrders(shop, store, changeSome(orders, chance, now))
        await compare(store, orders, chance)
      }
    },
    3_600_000,
  )
})
