import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyExponent } from '../../src/shared/currencies.ts'
import { moneyText } from '../../src/shared/money-text.ts'
import { numberFormatOf } from '../../src/shared/number-format.ts'
import { readNumber, writtenNumber } from '../../src/shared/read-number.ts'
import { cases } from '../support/chance.ts'

const amountIn = (currency: string, country?: string) => (typed: string) =>
  readNumber(typed, numberFormatOf(currency, country), { decimals: currencyExponent(currency) })

describe('An amount in rupees', () => {
  it.each([
    ['12', 12],
    ['12,500', 12_500],
    ['₹1,299.00', 1299],
    ['₹ 1,299', 1299],
    ['Rs. 1,499.50', 1499.5],
    ['Rs.5', 5],
    ['₹.5', 0.5],
    ['rs 499/-', 499],
    ['INR 499', 499],
    ['499 INR', 499],
    ['-₹3', -3],
    ['₹ -3', -3],
    ['\u22123', -3],
    ['1 299', 1299],
    ['1\u202f299,50', 1299.5],
    ["1'299", 1299],
    ['1’299.50', 1299.5],
    ['12,34,567.50', 1_234_567.5],
    ['1,234,567', 1_234_567],
    ['12,50', 12.5],
    ['12,5', 12.5],
    [',5', 0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['12.5000', 12.5],
    ['1.234,50', 1234.5],
    ['1.234.567,5', 1_234_567.5],
    ['१२,५००', 12_500],
    ['１２．５', 12.5],
    ['١٬٢٣٤٫٥٠', 1234.5],
    ['\u200e499\u202c', 499],
  ])('%s is %d', (typed, value) => {
    expect(amountIn('INR')(typed)).toEqual({ value })
  })

  it.each([
    ['1.500', '1500, or a number with at most 2 decimals'],
    ['12.505', '12505, or a number with at most 2 decimals'],
    ['12,5000', 'a number with at most 2 decimals'],
    ['0.125', 'a number with at most 2 decimals'],
    ['1,234.567', 'a number with at most 2 decimals'],
    ['$12', 'an amount in INR'],
    ['499 each', 'a number without anything else, 499'],
    ['18%', 'a number without anything else, 18'],
    ['1.2E+05', 'all digits of the number (format the column as a number)'],
    ['1,2,3', 'a number such as 1234.50'],
    ['12.11.2026', 'a number such as 1234.50'],
    ['12 5000', 'a number such as 1234.50'],
    ['twelve', 'a number such as 1234.50'],
    ['.', 'a number such as 1234.50'],
    ['1'.repeat(101), 'a number such as 1234.50'],
  ])('%s is not guessed', (typed, expected) => {
    expect(amountIn('INR')(typed)).toEqual({ expected })
  })
})

it.each([
  ['USD', undefined, '12,500', 12_500],
  ['JPY', undefined, '¥1,200', 1200],
  ['IDR', undefined, 'Rp 1.250.000', 1_250_000],
  ['IDR', undefined, '12.500', 12_500],
  ['KWD', undefined, '1.250', 1.25],
  ['KWD', 'DE', '1.250', 1.25],
  ['KWD', undefined, '1,250', 1250],
  ['TND', 'TN', '1.2500', 1.25],
  ['EUR', 'DE', '1.299', 1299],
  ['EUR', 'IE', '1,299', 1299],
  ['EUR', undefined, '1.299,00 €', 1299],
  ['EUR', undefined, '12,50', 12.5],
  ['SEK', undefined, '1 299:-', null],
  ['SEK', undefined, '1 299,50 kr', 1299.5],
  ['SEK', undefined, '1299 kr.', 1299],
  ['CHF', undefined, 'Fr. 1’299.50', 1299.5],
])('in %s (%s) %s is %s', (currency, country, typed, value) => {
  expect(amountIn(currency, country)(typed)).toEqual(
    value === null ? { expected: 'a number such as 1234.50' } : { value },
  )
})

it.each([
  ['EUR', undefined, '1.299', '1299, or a number with at most 2 decimals'],
  ['EUR', undefined, '1,299', '1299, or a number with at most 2 decimals'],
  ['EUR', 'DE', '1,299', '1299, or a number with at most 2 decimals'],
  ['USD', 'DE', '1,299', '1299, or a number with at most 2 decimals'],
  ['TND', 'TN', '1.250', '1250 or 1.2500'],
  ['TND', 'TN', '1,250', '1250 or 1.2500'],
  ['JPY', undefined, '1.200', '1200'],
  ['JPY', undefined, '12.5', 'a whole number'],
  ['KWD', undefined, '1.2505', 'a number with at most 3 decimals'],
])('in %s (%s) it is asked what %s means', (currency, country, typed, expected) => {
  expect(amountIn(currency, country)(typed)).toEqual({ expected })
})

it('a percentage may have its sign, and as many decimals as there are', () => {
  const read = (typed: string) => readNumber(typed, numberFormatOf('USD'), { isPercent: true })
  for (const typed of ['18%', '18 %', '18,0 %', '١٨٪', '%18']) expect(read(typed)).toEqual({ value: 18 })
  expect(read('8.875')).toEqual({ value: 8.875 })
  expect(readNumber('8,875', numberFormatOf('EUR'), { isPercent: true })).toEqual({ expected: '8875 or 8.8750' })
})

/** As moneyText writes, in every store. */
const written = (currency: string) => ({ currency, decimal: '.', group: ',' }) as const

describe('An amount as it is shown', () => {
  const currencies = Intl.supportedValuesOf('currency')

  it.each(currencies)('in %s has all decimals that are charged, and is read as what it is', (currency) => {
    const exponent = currencyExponent(currency)
    fc.assert(
      fc.property(fc.integer({ min: -90_000_000_000, max: 90_000_000_000 }), fc.boolean(), (subunits, isShort) => {
        const amount = subunits / 10 ** exponent
        const text = moneyText(amount, currency, { isShort })
        expect(readNumber(text, written(currency), { decimals: exponent })).toEqual({ value: amount })
        if (!isShort) expect(amountIn(currency)(text)).toEqual({ value: amount })
      }),
      { numRuns: cases(20, 400) },
    )
  })
})

it.each([
  [1e-7, '0.0000001'],
  [1e21, '1000000000000000000000'],
  [1.499, '1.499'],
  [12.5, '12.5'],
])('%d is written as %s', (value, text) => {
  expect(writtenNumber(value, numberFormatOf('USD'))).toMatch(new RegExp(`^${text}0?$`))
})

it('in a form there is no column to format', () => {
  expect(readNumber('1e3', numberFormatOf('USD'), { isTyped: true })).toEqual({ expected: 'all digits of the number' })
})
