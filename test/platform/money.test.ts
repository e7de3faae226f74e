import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  currencyExponent,
  decimalText,
  divideRounded,
  fromDecimal,
  fromMainUnits,
  isCurrency,
  microToNumber,
  toMainUnits,
} from '../../src/platform/money.ts'

describe('divideRounded', () => {
  test.each([
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [1n, 3n, 0n],
    [-1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [49n, 100n, 0n],
    [50n, 100n, 1n],
    [-50n, 100n, -1n],
    [-49n, 100n, 0n],
    [0n, 7n, 0n],
    [14n, 7n, 2n],
  ])('%s / %s is %s', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected)
  })

  test('is the nearest whole number, and of two nearest the one further from zero', () => {
    const numerator = fc.oneof(fc.bigInt(-100n, 100n), fc.bigInt(-(10n ** 24n), 10n ** 24n))
    const denominator = fc.oneof(fc.bigInt(1n, 10n), fc.bigInt(1n, 10n ** 12n))
    fc.assert(
      fc.property(numerator, denominator, (n, d) => {
        const away = divideRounded(n, d)
        const doubleError = 2n * (away * d - n) * (n < 0n ? -1n : 1n)
        expect(doubleError > -d && doubleError <= d).toBe(true)
        expect(divideRounded(-n, d)).toBe(-away)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('fromDecimal', () => {
  test.each([
    [499, 2, 49_900n],
    [499.5, 2, 49_950n],
    [0.07, 2, 7n],
    [1.1, 2, 110n],
    [-0.5, 1, -5n],
    [-0, 2, 0n],
    [18, 4, 180_000n],
    [2.5, 4, 25_000n],
    [1e21, 0, 10n ** 21n],
    [1.5e21, 2, 15n * 10n ** 22n],
    [1e-6, 6, 1n],
    [1e-7, 7, 1n],
    [2.5e-7, 8, 25n],
    [500, 0, 500n],
  ])('%s with %s decimals is %s', (value, decimals, expected) => {
    expect(fromDecimal(value, decimals)).toBe(expected)
  })

  test.each([
    [499.999, 2],
    [0.1 + 0.2, 2],
    [0.5, 0],
    [1e-7, 6],
    [Number.NaN, 2],
    [Number.POSITIVE_INFINITY, 2],
    [Number.NEGATIVE_INFINITY, 2],
  ])('%s with %s decimals would lose digits', (value, decimals) => {
    expect(fromDecimal(value, decimals)).toBeNull()
  })

  test('reads back what decimalText writes', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.nat(6), (value, decimals) => {
        expect(fromDecimal(Number(decimalText(value, decimals)), decimals)).toBe(value)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('main units', () => {
  test.each([
    [49_900n, 'INR', 499],
    [49_950n, 'INR', 499.5],
    [1n, 'INR', 0.01],
    [500n, 'JPY', 500],
    [1250n, 'KWD', 1.25],
    [-5n, 'KWD', -0.005],
    [0n, 'INR', 0],
  ])('%s subunits of %s are %s', (amount, currency, expected) => {
    expect(toMainUnits(amount, currency)).toBe(expected)
    expect(fromMainUnits(expected, currency)).toBe(amount)
  })

  test('are never finer than the currency', () => {
    expect(fromMainUnits(0.5, 'JPY')).toBeNull()
    expect(fromMainUnits(0.005, 'INR')).toBeNull()
    expect(fromMainUnits(0.0005, 'KWD')).toBeNull()
  })

  test('are exact both ways up to 10^15 subunits', () => {
    const amount = fc.oneof(fc.bigInt(0n, 100_000n), fc.bigInt(0n, 10n ** 15n))
    fc.assert(
      fc.property(amount, fc.constantFrom('INR', 'JPY', 'KWD'), (subunits, currency) => {
        expect(fromMainUnits(toMainUnits(subunits, currency), currency)).toBe(subunits)
      }),
      { numRuns: 3000 },
    )
  })
})

test.each([
  [49_950n, 2, '499.50'],
  [5n, 2, '0.05'],
  [-5n, 2, '-0.05'],
  [500n, 0, '500'],
  [0n, 3, '0.000'],
])('decimalText: %s with %s decimals reads %s', (value, decimals, expected) => {
  expect(decimalText(value, decimals)).toBe(expected)
})

test('a ratio in millionths as a number', () => {
  expect(microToNumber(180_000n)).toBe(0.18)
  expect(microToNumber(1n)).toBe(0.000001)
})

test('a currency has its own number of decimals', () => {
  expect(['INR', 'JPY', 'KWD'].map(currencyExponent)).toEqual([2, 0, 3])
})

test('a currency is an upper-case code that exists', () => {
  expect(['INR', 'JPY', 'inr', 'XQQ', ''].map(isCurrency)).toEqual([true, true, false, false, false])
})
