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

  it('may be a percentage with its sign', () => {
    for (const cell of ['18%', '18 %', '18,0 %']) expect(readNumber(cell, { isPercent: true })).toEqual({ value: 18 })
  })
})
