import { describe, expect, it } from 'vitest'
import { readNumber } from '../../../src/catalog/import/read-number.ts'

describe('A number in a cell', () => {
  it.each([
    ['12', 12],
    ['-3', -3],
    ['.5', 0.5],
    ['5.', 5],
    ['12,50', 12.5],
    [',5', 0.5],
    ['0,125', 0.125],
    ['1,234.50', 1234.5],
    ['1,234,567', 1234567],
    ['12,34,567.25', 1234567.25],
    ['1.234,50', 1234.5],
    ['1.234.567,5', 1234567.5],
    ['1 234,50', 1234.5],
    ['1\u202f234', 1234],
    ["1'234.50", 1234.5],
    ['1.500', 1.5],
    ['\u200e499\u202c', 499],
    ['४५०', 450],
    ['１２.５', 12.5],
    ['١٬٢٣٤٫٥٠', 1234.5],
    ['\u22123', -3],
  ])('%s is %d', (cell, value) => {
    expect(readNumber(cell)).toEqual({ value })
  })

  it.each([
    ['1,234', '1234 or 1.234'],
    ['₹ 499', 'a number without anything else, 499'],
    ['Rs. 1,499.00', 'a number without anything else, 1499'],
    ['12,50 €', 'a number without anything else, 12.5'],
    ['INR 499', 'a number without anything else, 499'],
    ['18%', 'a number without anything else, 18'],
    ['1.2E+05', 'all digits of the number (format the column as a number)'],
    ['1,2,3', 'a number such as 1234.50'],
    ['1.2.3', 'a number such as 1234.50'],
    ['twelve', 'a number such as 1234.50'],
  ])('%s is not guessed', (cell, expected) => {
    expect(readNumber(cell)).toEqual({ expected })
  })

  it('with a point before three digits is not guessed where commas may be meant', () => {
    const read = (cell: string) => readNumber(cell, { mayHaveCommas: true })
    expect(read('1.500')).toEqual({ expected: '1500 or 1.5' })
    expect(read('12.345')).toEqual({ expected: '12345 or 12.345' })
    expect(['1500', '1,5', '1.50', '0.125', '1.500,00', '12.5000'].map(read)).toEqual(
      [1500, 1.5, 1.5, 0.125, 1500, 12.5].map((value) => ({ value })),
    )
    expect(readNumber('18.000', { mayHaveCommas: true, isPercent: true })).toEqual({ value: 18 })
  })

  it('may be a percentage with its sign', () => {
    for (const cell of ['18%', '18 %', '18,0 %', '١٨٪'])
      expect(readNumber(cell, { isPercent: true })).toEqual({ value: 18 })
  })
})
