import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Quote, type QuoteInput, quote } from '../../../src/commerce/checkout/pricing/quote.ts'
import { taxOf } from '../../../src/commerce/checkout/pricing/tax.ts'
import { divideRounded } from '../../../src/platform/money.ts'
import { anyCart } from './carts.ts'

const MILLION = 1_000_000n
const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)

/** What every figure is a multiple of: three decimals end in 0. */
const unitOf = ({ settings }: QuoteInput) => (settings.exponent === 3 ? 10n : 1n)
const rounded = (amount: bigint, unit: bigint) => divideRounded(amount, unit) * unit

const holds = (property: (quoted: Quote, input: QuoteInput) => void) =>
  fc.assert(
    fc.property(anyCart, (input) => {
      property(quote(input), input)
    }),
    { numRuns: 2000 },
  )

describe('whatever is in the cart', () => {
  test('the parts add up to the total, to the subunit', () => {
    holds((q) => {
      const added = q.taxInclusive ? 0n : q.tax
      expect(q.subtotal - q.discount - q.loyaltyDiscount + q.shipping + added).toBe(q.total)
    })
  })

  test('every figure is a multiple of what providers take', () => {
    holds((q, input) => {
      const { subtotal, discount, loyaltyDiscount, shipping, tax, total } = q
      const figures = [subtotal, discount, loyaltyDiscount, shipping, tax, total]
      for (const line of q.lines) figures.push(...Object.values(line))
      for (const rate of q.taxes) figures.push(rate.taxable, rate.tax)
      for (const figure of figures) expect(figure % unitOf(input)).toBe(0n)
    })
  })

  test('nothing is negative, and no reduction exceeds what it reduces', () => {
    holds((q) => {
      const { subtotal, discount, loyaltyDiscount, shipping, tax, total } = q
      const amounts = [subtotal, discount, loyaltyDiscount, shipping, tax, total]
      for (const line of q.lines) amounts.push(...Object.values(line))
      for (const rate of q.taxes) amounts.push(...Object.values(rate))
      for (const amount of amounts) expect(amount).toBeGreaterThanOrEqual(0n)
      expect(discount + loyaltyDiscount).toBeLessThanOrEqual(subtotal)
      expect(q.pointsUsed).toBeGreaterThanOrEqual(0)
      expect(q.pointsEarned).toBeGreaterThanOrEqual(0)
    })
  })

  test('the lines add up to the sums, and each line to itself', () => {
    holds((q, input) => {
      const exact = input.lines.map((line) => line.unitPrice * BigInt(line.qty))
      expect(q.lines.map((line) => line.gross)).toEqual(exact.map((gross) => rounded(gross, unitOf(input))))
      expect(sum(q.lines.map((line) => line.gross))).toBe(q.subtotal)
      expect(sum(q.lines.map((line) => line.discount))).toBe(q.discount)
      expect(sum(q.lines.map((line) => line.loyaltyDiscount))).toBe(q.loyaltyDiscount)
      expect(sum(q.lines.map((line) => line.tax))).toBe(q.tax)
      for (const line of q.lines) expect(line.gross - line.discount - line.loyaltyDiscount).toBe(line.taxable)
    })
  })

  test('each line bears its share of each reduction, to the unit', () => {
    holds((q, input) => {
      const unit = unitOf(input)
      for (const line of q.lines) {
        const due = line.gross - line.discount
        expectShare(line.discount, { of: q.discount, part: line.gross, whole: q.subtotal, unit })
        expectShare(line.loyaltyDiscount, { of: q.loyaltyDiscount, part: due, whole: q.subtotal - q.discount, unit })
      }
    })
  })

  test('the tax of each rate is the nearest unit to the exact one', () => {
    holds((q, input) => {
      const { lines } = input
      for (const { rate, taxable, tax } of q.taxes) {
        const ofThisRate = q.lines.filter((_, index) => lines[index]?.taxRate === rate)
        expect(sum(ofThisRate.map((line) => line.taxable))).toBe(taxable)
        expect(sum(ofThisRate.map((line) => line.tax))).toBe(tax)
        // The exact tax is numerator / denominator; half a unit off is a tie, and a tie is rounded up.
        const numerator = taxable * rate
        const divisor = q.taxInclusive ? MILLION + rate : MILLION
        const doubleError = 2n * (tax * divisor - numerator)
        const denominator = divisor * unitOf(input)
        expect(doubleError > -denominator && doubleError <= denominator).toBe(true)
      }
      expect(sum(q.taxes.map((rate) => rate.tax))).toBe(q.tax)
      expect(q.taxes.length).toBe(new Set(lines.map((line) => line.taxRate)).size)
    })
  })

  test('the order of its lines changes no sum', () => {
    const shuffled = anyCart.chain((input) =>
      fc.tuple(
        fc.constant(input),
        fc.shuffledSubarray([...input.lines], { minLength: input.lines.length, maxLength: input.lines.length }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([input, lines]) => {
        const { lines: _, ...sums } = quote(input)
        expect(quote({ ...input, lines })).toMatchObject(sums)
      }),
      { numRuns: 2000 },
    )
  })

  test('shipping is free from the threshold on, which points do not touch', () => {
    holds((q, input) => {
      const { shippingFee, shippingFreeFrom } = input.settings
      const free = shippingFreeFrom !== null && q.subtotal - q.discount >= shippingFreeFrom
      expect(q.shipping).toBe(free ? 0n : rounded(shippingFee, unitOf(input)))
    })
  })

  test('a refused code takes nothing off', () => {
    holds((q) => {
      if (q.refusedDiscount !== null) expect(q.discount).toBe(0n)
    })
  })

  test('points are used and earned only where there is a program, and by those who may', () => {
    holds((q, { settings, points, earns }) => {
      if (!settings.loyalty || !points) expect([q.pointsUsed, q.loyaltyDiscount]).toEqual([0, 0n])
      if (!settings.loyalty || !earns) expect(q.pointsEarned).toBe(0)
      expect(q.pointsUsed > 0).toBe(q.loyaltyDiscount > 0n)
    })
  })

  test('points earned are the whole ones in the exact number', () => {
    holds((q, { settings, earns }) => {
      if (!settings.loyalty || !earns || q.pointsEarned === 2 ** 31 - 1) return
      const exact = (q.subtotal - q.discount - q.loyaltyDiscount) * settings.loyalty.earnRate
      const onePoint = MILLION * BigInt(10 ** settings.exponent)
      const rest = exact - BigInt(q.pointsEarned) * onePoint
      expect(rest >= 0n && rest < onePoint).toBe(true)
    })
  })

  test('the input is left as it was', () => {
    fc.assert(
      fc.property(anyCart, (input) => {
        const before = structuredClone(input)
        quote(input)
        expect(input).toEqual(before)
      }),
      { numRuns: 1000 },
    )
  })
})

test('tax added to a net price is the tax found in the gross one, within a subunit', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), fc.bigInt(0n, 2_000_000n), (net, rate) => {
      const added = taxOf(net, rate, { inclusive: false, unit: 1n })
      const found = taxOf(net + added, rate, { inclusive: true, unit: 1n })
      expect(found - added).toBeGreaterThanOrEqual(-1n)
      expect(found - added).toBeLessThanOrEqual(1n)
    }),
    { numRuns: 2000 },
  )
})

describe('one subunit off', () => {
  const oneOff: Omit<QuoteInput, 'lines'> = {
    settings: {
      exponent: 2,
      taxInclusive: false,
      shippingFee: 0n,
      shippingFreeFrom: null,
      loyalty: { earnRate: 0n, redeemRate: 10_000n },
    },
    discount: null,
    points: { requested: 1, available: 1 },
    earns: false,
    now: new Date(0),
  }

  test('equal lines comes off the one with the higher rate, wherever it stands', () => {
    const low = { unitPrice: 100n, qty: 1, taxRate: 50_000n }
    const high = { unitPrice: 100n, qty: 1, taxRate: 500_000n }
    const reductions = (lines: QuoteInput['lines']) =>
      quote({ ...oneOff, lines }).lines.map((line) => line.loyaltyDiscount)
    expect(reductions([low, high])).toEqual([0n, 1n])
    expect(reductions([high, low])).toEqual([1n, 0n])
  })

  test('for points comes off a line that the discount has left something of', () => {
    const line = { unitPrice: 1n, qty: 1, taxRate: 0n }
    const discount: QuoteInput['discount'] = {
      type: 'FIXED',
      percent: null,
      amount: 1n,
      minSubtotal: null,
      maxDiscount: null,
      startsAt: null,
      endsAt: null,
      active: true,
      usesLeft: null,
      usesLeftForBuyer: null,
      withheld: null,
    }
    expect(quote({ ...oneOff, lines: [line, line], discount }).lines).toEqual([
      { gross: 1n, discount: 1n, loyaltyDiscount: 0n, taxable: 0n, tax: 0n },
      { gross: 1n, discount: 0n, loyaltyDiscount: 1n, taxable: 0n, tax: 0n },
    ])
  })
})

/** `share` is within one unit of `of` × `part` / `whole`. */
function expectShare(share: bigint, split: { of: bigint; part: bigint; whole: bigint; unit: bigint }): void {
  const { of, part, whole, unit } = split
  const error = share * whole - of * part
  expect(of === 0n ? share === 0n : error < whole * unit && error > -whole * unit).toBe(true)
}
