import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuoteInput } from '../../../src/commerce/checkout/pricing/quote.ts'
import type { OrderWithItems } from '../../../src/commerce/orders/lock-order.ts'
import { pointsTakenBack } from '../../../src/commerce/orders/settle/order-points.ts'
import { moveProblem, type OrderStatus } from '../../../src/commerce/orders/status/order-status.ts'
import { dueOf, paymentOf } from '../../../src/commerce/payments/methods/order-payment.ts'
import { leftOfPrice, paidOf, refundProblem } from '../../../src/commerce/refunds/refundable.ts'
import { currencyExponent, roundingUnit } from '../../../src/platform/money.ts'
import { placed } from '../../checkout/placed-order.ts'
import { anyOrder, CURRENCIES } from '../../checkout/pricing/orders.ts'
import { reckon } from '../../checkout/pricing/reckoning.ts'
import { cases } from '../../support/chance.ts'
import { anyStep, partOf, type Step } from './any-history.ts'
import * as paper from './paper.ts'

const HISTORIES = cases(900, 10_000)
/** More than any order takes, so that nothing is missing here. */
const BALANCE = 5_000_000_000

/** An order as the service's calculations see it after each step. */
class Calculated {
  row: OrderWithItems
  redeemed = 0
  earned = 0
  /** Points that were moved back, of what was redeemed and earned. */
  back: [number, number] = [0, 0]
  byHand: { amount: bigint; atTheDoor: boolean }[] = []

  constructor(row: OrderWithItems) {
    this.row = row
    if (row.total === 0n) this.#pay()
    else if (paymentOf(row)?.confirm === 'AUTO') this.#take()
  }

  get left(): bigint {
    if (refundProblem(this.row) !== null) return 0n
    const { total: amount, currency } = this.row
    const paid = paidOf(this.row, [{ amount, currency }])
    return paid ? leftOfPrice(this.row, paid) : 0n
  }

  get points(): number {
    return this.earned - this.redeemed + this.back[0] - this.back[1]
  }

  act({ act, percent }: Step, unit: bigint): void {
    const { row } = this
    const isByHand = row.paymentMethod !== null
    const due = dueOf(row)
    if (act === 'payOnline' && !isByHand && row.paymentStatus === 'PENDING') this.#pay()
    if (act === 'confirm' && isByHand && row.status === 'PENDING') this.#take()
    if (act === 'record' && isByHand && due > 0n) this.#collect(partOf(row.total, percent, unit) ?? due)
    if (act === 'ship') this.#move('SHIPPED')
    if (act === 'deliver' && this.#move('DELIVERED') && paymentOf(row)?.paidOnDelivery)
      this.#collect(dueOf(this.row), true)
    if (act === 'undoDelivery' && row.status === 'DELIVERED' && (!this.#isPaidAtTheDoor || this.#uncollect())) {
      this.#set({ status: 'SHIPPED' })
    }
    if (act === 'undoPayment') this.#uncollect()
    if (act === 'cancel') this.#move('CANCELLED')
    if (act === 'cancelAndGiveBack' && this.#move('CANCELLED') && isByHand) this.#refund(this.left)
    if (act === 'cancelByBuyer' && row.status !== 'SHIPPED' && this.#move('CANCELLED') && !isByHand) {
      this.#refund(this.left)
    }
    if (act === 'refund') this.#refund(partOf(row.total, percent, unit) ?? this.left)
    if (act === 'mark') this.#refund(this.left)
  }

  #set(change: Partial<OrderWithItems>): void {
    this.row = { ...this.row, ...change }
  }

  #take(): void {
    this.#set({ status: 'CONFIRMED' })
    this.redeemed = this.row.pointsUsed
  }

  #pay(): void {
    const isOpen = this.row.status !== 'CANCELLED'
    if (this.row.status === 'PENDING') this.#take()
    this.#set({ paymentStatus: 'PAID' })
    if (isOpen) this.earned = this.row.pointsEarned
  }

  #collect(amount: bigint, atTheDoor = false): void {
    const due = dueOf(this.row)
    if (amount > due || due === 0n) return
    this.byHand.push({ amount, atTheDoor })
    this.#set({ collectedAmount: this.row.collectedAmount + amount })
    if (amount === due) this.#pay()
  }

  get #isPaidAtTheDoor(): boolean {
    return this.byHand.at(-1)?.atTheDoor ?? false
  }

  #uncollect(): boolean {
    const { status, paymentStatus, refundedAmount, collectedAmount } = this.row
    const last = this.byHand.at(-1)
    if (!last || refundedAmount > 0n || paymentStatus === 'REFUNDED') return false
    this.byHand.pop()
    this.#set({ collectedAmount: collectedAmount - last.amount, paymentStatus: 'PENDING' })
    if (status !== 'CANCELLED') this.earned = 0
    return true
  }

  #move(to: OrderStatus): boolean {
    if (moveProblem(this.row, to) !== null) return false
    const isTaken = this.row.status !== 'PENDING'
    if (to === 'CANCELLED' && isTaken) this.#giveBack('all')
    this.#set({ status: to })
    return true
  }

  #refund(amount: bigint): void {
    const { left } = this
    if (amount > left || left === 0n) return
    const refundedAmount = this.row.refundedAmount + amount
    if (this.row.status !== 'CANCELLED') this.#giveBack(amount === left ? 'all' : refundedAmount)
    this.#set({ refundedAmount, ...(amount === left && { paymentStatus: 'REFUNDED' }) })
  }

  #giveBack(of: bigint | 'all'): void {
    const part = (points: number) => pointsTakenBack(points, of, this.row.total)
    this.back = [part(this.redeemed), part(this.earned)]
  }
}

const figuresOf = ({ row, left, points }: Calculated) => ({
  ...{ status: row.status, payment: row.paymentStatus, total: row.total, due: paymentOf(row) ? dueOf(row) : 0n },
  ...{ collected: row.collectedAmount, refunded: row.refundedAmount, left, points },
})

const onPaper = (kept: paper.Paper, order: paper.PaperOrder) => ({
  ...{ status: order.status, payment: order.payment, total: order.total, due: paper.dueOf(order) },
  ...{ collected: order.collected, refunded: order.refunded, left: paper.refundableOf(order) },
  points: kept.points - BALANCE,
})

/** Orders that are paid without the provider are as frequent as others. */
const anyPaid = (currency: (typeof CURRENCIES)[number]) =>
  fc
    .tuple(anyOrder(currency), fc.option(fc.constantFrom('cod', 'transfer', 'upi'), { freq: 2 }))
    .map(([input, chosen]): QuoteInput => {
      if (chosen === null) return input
      const { delivery = null, weight = 0n, payment } = input.fulfilment ?? {}
      const fee = payment?.methods[0]?.fee ?? 0n
      const method = { code: chosen, fee, minTotal: null, maxTotal: null, deliveryMethods: [] }
      return { ...input, fulfilment: { delivery, weight, payment: { methods: [method], chosen } } }
    })

describe.each(CURRENCIES)('an order in %s', (currency) => {
  it('owes, returns and earns after each step what it does on paper', () => {
    const unit = roundingUnit(currencyExponent(currency))
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(anyPaid(currency), fc.array(anyStep, { minLength: 4, maxLength: 14 }), (input, steps) => {
        const price = reckon(input)
        const calculated = new Calculated(placed(currency, input))
        const kept: paper.Paper = { points: BALANCE, codeUses: 0, stock: [], orders: [] }
        const method = price.payment && {
          ...{ code: price.payment.code, waits: price.payment.code === 'transfer' },
          paidOnDelivery: price.payment.code === 'cod',
        }
        const { total, pointsUsed: usesPoints, pointsEarned: earnsPoints } = price
        const order = paper.place(kept, { total, method, units: [], usesPoints, earnsPoints, hasCode: false })
        expect(figuresOf(calculated)).toEqual(onPaper(kept, order))
        for (const step of steps) {
          const done = paper.done(kept, order, step, partOf(total, step.percent, unit))
          if (done) seen.set(step.act, (seen.get(step.act) ?? 0) + 1)
          calculated.act(step, unit)
          expect({ step, ...figuresOf(calculated) }).toEqual({ step, ...onPaper(kept, order) })
        }
      }),
      { numRuns: Math.ceil(HISTORIES / CURRENCIES.length) },
    )
    for (const act of Object.keys(paper.steps)) expect(seen.get(act) ?? 0, act).toBeGreaterThan(2)
  })
})
