import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Quote, quote } from '../../../src/commerce/checkout/pricing/quote.ts'
import { cases } from '../../support/chance.ts'
import { anyOrder, CURRENCIES } from './orders.ts'
import { reckon } from './reckoning.ts'

const ORDERS = cases(1_500, 10_000)

/** A quote in the words of the reckoning. */
function figuresOf({ lines, shipping, delivery, payment, tax, total, ...quoted }: Quote): ReturnType<typeof reckon> {
  const { subtotal, discount, loyaltyDiscount, pointsUsed, pointsEarned } = quoted
  return {
    lines: lines.map((line) => ({
      ...{ gross: line.gross, discount: line.discount, loyaltyDiscount: line.loyaltyDiscount, tax: line.tax },
    })),
    ...{ subtotal, discount, loyaltyDiscount, pointsUsed, pointsEarned, shipping, tax, total },
    ...{ deliveries: delivery?.options ?? null, delivery: delivery?.taken ?? null },
    ...{ payments: payment.options, payment: payment.taken },
  }
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)

describe.each(CURRENCIES)('an order in %s', (currency) => {
  const numRuns = Math.ceil(ORDERS / CURRENCIES.length)

  it('has the price that exact fractions give, on every line and in total, and adds up', () => {
    fc.assert(
      fc.property(anyOrder(currency), (input) => {
        const quoted = quote(input)
        expect(figuresOf(quoted)).toEqual(reckon(input))

        const { lines, subtotal, discount, loyaltyDiscount, shipping, tax, total } = quoted
        const added = input.settings.taxInclusive ? 0n : tax
        expect(subtotal - discount - loyaltyDiscount + shipping + added).toBe(total)
        expect(sum(lines.map((line) => line.gross))).toBe(subtotal)
        expect(sum(lines.map((line) => line.discount))).toBe(discount)
        expect(sum(lines.map((line) => line.loyaltyDiscount))).toBe(loyaltyDiscount)
        expect(sum(lines.map((line) => line.tax))).toBe(tax)
      }),
      { numRuns },
    )
  })

  it('is often enough one with a code, points, tax, and fees', () => {
    const orders = fc.sample(anyOrder(currency), 600).map((input) => ({ input, reckoned: reckon(input) }))
    const often = {
      reduced: orders.filter(({ reckoned }) => reckoned.discount > 0n),
      'paid in part with points': orders.filter(({ reckoned }) => reckoned.loyaltyDiscount > 0n),
      'reduced and paid in part with points': orders.filter(
        ({ reckoned }) => reckoned.discount > 0n && reckoned.loyaltyDiscount > 0n,
      ),
      taxed: orders.filter(({ reckoned }) => reckoned.tax > 0n),
      'delivered by a method with a fee': orders.filter(({ reckoned }) => (reckoned.delivery?.fee ?? 0n) > 0n),
      'delivered by a method that is free': orders.filter(({ reckoned }) => reckoned.delivery?.fee === 0n),
      'not delivered': orders.filter(({ reckoned }) => reckoned.deliveries !== null && reckoned.delivery === null),
      'paid with a fee': orders.filter(({ reckoned }) => (reckoned.payment?.fee ?? 0n) > 0n),
      'refused a payment method': orders.filter(
        ({ input, reckoned }) => input.fulfilment?.payment.chosen && reckoned.payment === null,
      ),
    }
    for (const [what, { length }] of Object.entries(often)) {
      expect(length, `orders that are ${what}`).toBeGreaterThan(10)
    }
  })
})
