import { describe, expect, it } from 'vitest'
import { Decimal } from '../../src/commerce/owners/export/csv-export.ts'
import { csvText } from '../../src/commerce/owners/export/csv-text.ts'

const timeZone = 'Asia/Kolkata'
const row = {
  placed: new Date('2026-01-31T20:15:00Z'),
  total: new Decimal('1299.50'),
  rate: 2.5,
  note: 'Tea; two, please',
}
const columns = Object.keys(row)

describe('a file', () => {
  it('for programs has moments in UTC and decimal points', () => {
    expect(csvText(columns, [row], true)).toBe(
      'placed,total,rate,note\r\n2026-01-31T20:15:00.000Z,1299.50,2.5,"Tea; two, please"\r\n',
    )
  })

  it('for Excel has the store’s time, which Excel reads as one', () => {
    expect(csvText(columns, [row], false, { hasDecimalComma: false, timeZone })).toBe(
      '2026-02-01 01:45:00,1299.50,2.5,"Tea; two, please"\r\n',
    )
  })

  it('for Excel in a country with decimal commas has these, between semicolons', () => {
    expect(csvText(columns, [row], true, { hasDecimalComma: true, timeZone })).toBe(
      'placed;total;rate;note\r\n2026-02-01 01:45:00;1299,50;2,5;"Tea; two, please"\r\n',
    )
  })

  it.each([
    '0123456',
    '8901234567890',
    '+91 98765-43210',
    '1-2',
    '3/4',
    '12:30',
    '1.5',
    '1E5',
    'TRUE',
    'MAR1',
    '1-Mar-26',
  ])('for Excel keeps the text %j, which Excel would change', (text) => {
    const sheet = { hasDecimalComma: false, timeZone }
    expect(csvText(['text', 'n'], [{ text, n: 1 }], false, sheet)).toBe(`"=""${text}""",1\r\n`)
    expect(csvText(['text', 'n'], [{ text, n: 1 }], false)).not.toContain('"=')
  })

  it('for Excel takes long texts as it takes short ones', () => {
    const sheet = { hasDecimalComma: false, timeZone }
    const texts = ['x', '2', 'pm', '2 pm', '2pm'].map((end) => `1 -${' '.repeat(1_996)}${end}`)
    const kept = texts.map((text) => csvText(['text'], [{ text }], false, sheet).includes('="'))
    expect(kept).toEqual([false, true, true, true, true])
    const many = Array.from({ length: 10_000 }, () => ({ text: texts[0] ?? '' }))
    expect(csvText(['text'], many, false, sheet)).not.toContain('="')
  })

  it.each(['Assam 250g', '9876543210', 'Flat 1, 2nd floor', 'June', '1-2"&HYPERLINK("x")'])(
    'for Excel leaves %j as it is',
    (text) => {
      const sheet = { hasDecimalComma: false, timeZone }
      expect(csvText(['text'], [{ text }], false, sheet)).not.toContain('="')
    },
  )

  it('for Excel runs no formula of a buyer’s', () => {
    const sheet = { hasDecimalComma: false, timeZone }
    expect(csvText(['text'], [{ text: '=1+1' }], false, sheet)).toBe("'=1+1\r\n")
  })
})
