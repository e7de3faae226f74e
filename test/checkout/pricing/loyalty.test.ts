import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_POINTS, pointsEarned, redemption } from '../../../src/commerce/checkout/pricing/loyalty.ts'

/** Half a rupee a point. */
const HALF = 500_000n

describe('redeeming points', () => {
  test.each([
    { name: 'as many as asked for', requested: 10, available: 20, points: 10, value: 500n },
    { name: 'as many as there are', requested: 20, available: 10, points: 10, value: 500n },
    { name: 'as many as the goods need', requested: 500, available: 500, points: 200, value: 10_000n },
    { name: 'whole points of what is asked for', requested: 10.99, available: 20, points: 10, value: 500n },
    { name: 'none for less than a point', requested: 0.99, available: 20, points: 0, value: 0n },
    { name: 'none for a negative number', requested: -5, available: 20, points: 0, value: 0n },
    { name: 'none for what is no number', requested: Number.NaN, available: 20, points: 0, value: 0n },
    {
      name: 'all there are for an endless number',
      requested: Number.POSITIVE_INFINITY,
      available: 20,
      points: 20,
      value: 1000n,
    },
    { name: 'none of an overdrawn balance', requested: 10, available: -3, points: 0, value: 0n },
  ])('takes $name', ({ requested, available, points, value }) => {
    expect(redemption({ requested, available }, 10_000n, HALF, 2)).toEqual({ points, value })
  })

  test('takes none where points are worth nothing', () => {
    expect(redemption({ requested: 10, available: 20 }, 10_000n, 0n, 2)).toEqual({ points: 0, value: 0n })
  })

  test('takes none when there is nothing to pay', () => {
    expect(redemption({ requested: 10, available: 20 }, 0n, HALF, 2)).toEqual({ points: 0, value: 0n })
  })

  const purse = fc.record({ requested: fc.integer({ min: 0, max: 1_000_000 }), available: fc.nat(1_000_000) })
  const amount = fc.oneof(fc.bigInt(1n, 200n), fc.bigInt(1n, 10n ** 12n))
  const rate = fc.oneof(
    fc.bigInt(1n, 1000n),
    fc.constantFrom(10_000n, 100_000n, HALF, 1_000_000n),
    fc.bigInt(1n, 10n ** 8n),
  )
  const exponent = fc.constantFrom(0, 2, 3)

  test('never burns a point beyond need', () => {
    fc.assert(
      fc.property(purse, amount, rate, exponent, (offer, amount, rate, exponent) => {
        const goods = amount * unitOf(exponent)
        const { points, value } = redemption(offer, goods, rate, exponent)
        const offered = Math.min(offer.requested, offer.available)
        expect(points).toBeLessThanOrEqual(offered)
        expect(value).toBe(least(goods, worth(points, rate, exponent)))
        if (points > 0) {
          expect(value).toBeGreaterThan(0n)
          expect(worth(points - 1, rate, exponent)).toBeLessThan(goods)
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('gives the buyer all that their points can pay', () => {
    fc.assert(
      fc.property(purse, amount, rate, exponent, (offer, amount, rate, exponent) => {
        const goods = amount * unitOf(exponent)
        const offered = Math.min(offer.requested, offer.available)
        expect(redemption(offer, goods, rate, exponent).value).toBe(least(goods, worth(offered, rate, exponent)))
      }),
      { numRuns: 3000 },
    )
  })

  /** The exact worth of points in subunits, rounded half up to what providers take; nothing here is negative. */
  function worth(points: number, rate: bigint, exponent: number): bigint {
    const millionths = BigInt(points) * rate * BigInt(10 ** exponent)
    const unit = unitOf(exponent) * 1_000_000n
    const whole = millionths / unit
    return ((millionths % unit) * 2n >= unit ? whole + 1n : whole) * unitOf(exponent)
  }

  const unitOf = (exponent: number) => (exponent === 3 ? 10n : 1n)

  const least = (a: bigint, b: bigint) => (a < b ? a : b)
})

describe('earning points', () => {
  test.each([
    { name: 'one for each ten rupees', taxable: 45_900n, earnRate: 100_000n, exponent: 2, expected: 45 },
    { name: 'none for less than the first', taxable: 999n, earnRate: 100_000n, exponent: 2, expected: 0 },
    { name: 'the first at exactly its price', taxable: 1000n, earnRate: 100_000n, exponent: 2, expected: 1 },
    { name: 'by the yen', taxable: 1999n, earnRate: 10_000n, exponent: 0, expected: 19 },
    { name: 'by the dinar', taxable: 1505n, earnRate: 10_000_000n, exponent: 3, expected: 15 },
    { name: 'none at a rate of 0', taxable: 1_000_000n, earnRate: 0n, exponent: 2, expected: 0 },
    {
      name: 'no more than the ledger holds',
      taxable: 10n ** 15n,
      earnRate: 1_000_000n,
      exponent: 0,
      expected: MAX_POINTS,
    },
  ])('gives $name', ({ taxable, earnRate, exponent, expected }) => {
    expect(pointsEarned(taxable, earnRate, exponent)).toBe(expected)
  })
})
