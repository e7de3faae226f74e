import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { prorate, sum } from '../../../src/commerce/checkout/pricing/prorate.ts'

const shares = (total: bigint, weights: readonly bigint[]) =>
  prorate(total, weights, { weightOf: (weight) => weight, unit: 1n }).map(([, share]) => share)

describe('prorate', () => {
  test.each([
    { name: 'an even split', total: 100n, weights: [1n, 1n], expected: [50n, 50n] },
    { name: 'the odd unit goes to the first of equals', total: 100n, weights: [1n, 1n, 1n], expected: [34n, 33n, 33n] },
    { name: 'the odd unit goes to the largest remainder', total: 1n, weights: [1n, 2n], expected: [0n, 1n] },
    { name: 'of equal remainders the heavier part is served first', total: 2n, weights: [1n, 3n], expected: [0n, 2n] },
    { name: 'a part that weighs nothing gets nothing', total: 7n, weights: [0n, 5n, 0n], expected: [0n, 7n, 0n] },
    { name: 'nothing is split into nothings', total: 0n, weights: [3n, 0n], expected: [0n, 0n] },
    { name: 'nothing over weightless parts', total: 0n, weights: [0n, 0n], expected: [0n, 0n] },
    { name: 'all of it leaves nothing over', total: 10n, weights: [7n, 3n], expected: [7n, 3n] },
  ])('$name', ({ total, weights, expected }) => {
    expect(shares(total, weights)).toEqual(expected)
  })

  test('shares are multiples of the unit', () => {
    const split = prorate(100n, [50n, 50n, 50n], { weightOf: (weight) => weight, unit: 10n })
    expect(split.map(([, share]) => share)).toEqual([40n, 30n, 30n])
  })

  test('the given order decides between parts of equal remainder and weight', () => {
    const parts = [{ rank: 1 }, { rank: 3 }, { rank: 2 }]
    const split = prorate(2n, parts, { weightOf: () => 1n, unit: 1n, first: (a, b) => b.rank - a.rank })
    expect(split.map(([part, share]) => [part.rank, share])).toEqual([
      [1, 0n],
      [3, 1n],
      [2, 1n],
    ])
  })

  test('something cannot be split over parts that weigh nothing', () => {
    expect(() => shares(1n, [0n, 0n])).toThrow(RangeError)
    expect(() => shares(1n, [])).toThrow(RangeError)
  })

  const weight = fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, 10n ** 14n))
  const weighted = fc.array(weight, { minLength: 1, maxLength: 30 }).filter((weights) => sum(weights) > 0n)

  test('shares add up, and each is within one unit of its exact proportion', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), weighted, (total, weights) => {
        const split = shares(total, weights)
        expect(sum(split)).toBe(total)
        split.forEach((share, index) => {
          const tooMuch = share * sum(weights) - total * (weights[index] ?? -1n)
          expect(tooMuch < sum(weights) && tooMuch > -sum(weights)).toBe(true)
        })
      }),
      { numRuns: 2000 },
    )
  })

  test('no part gives more than it weighs while the whole does not', () => {
    const reduction = weighted.chain((weights) => fc.tuple(fc.bigInt(0n, sum(weights)), fc.constant(weights)))
    fc.assert(
      fc.property(reduction, ([total, weights]) => {
        shares(total, weights).forEach((share, index) => {
          expect(share).toBeGreaterThanOrEqual(0n)
          expect(share).toBeLessThanOrEqual(weights[index] ?? -1n)
        })
      }),
      { numRuns: 2000 },
    )
  })
})
