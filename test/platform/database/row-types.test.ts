import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { rowParsers } from '../../../src/platform/database/row-types.ts'
import { openShop } from '../../support/shop.ts'

const { TIMESTAMPTZ } = pg.types.builtins
const TEXT_ARRAY = 1009

const read = (type: number, text: string) => rowParsers[type]?.(text)

describe('a moment as PostgreSQL writes it', () => {
  it.each([
    ['2026-01-31 09:30:00+00', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31 09:30:00.1+00', '2026-01-31T09:30:00.100Z'],
    ['2026-01-31 09:30:00.12+00', '2026-01-31T09:30:00.120Z'],
    ['2024-02-29 23:59:59.999+00', '2024-02-29T23:59:59.999Z'],
    ['1969-12-31 23:59:59.999+00', '1969-12-31T23:59:59.999Z'],
    ['2026-01-31 09:30:00.123456+00', '2026-01-31T09:30:00.123Z'],
    ['2026-01-31 15:00:00+05:30', '2026-01-31T09:30:00.000Z'],
    ['0099-01-31 09:30:00+00', '0099-01-31T09:30:00.000Z'],
    ['12026-01-31 09:30:00+00', '+012026-01-31T09:30:00.000Z'],
    ['12026-01-31 09:30:00.12+00', '+012026-01-31T09:30:00.120Z'],
  ])('%s', (text, moment) => {
    expect(read(TIMESTAMPTZ, text)).toEqual(new Date(moment))
  })
  it('that never comes', () => expect(read(TIMESTAMPTZ, 'infinity')).toBe(Number.POSITIVE_INFINITY))
})

describe('an array of texts', () => {
  it.each([
    [[]],
    [['a']],
    [['https://shop.example/a.jpg', 'b c']],
    [['a,b', '']],
    [['NULL', 'null', 'ANNULLED', 'NULLS']],
    [['"', '\\', '{a}', '}', ' a ']],
    [['a', null]],
  ])('%j comes back as it was sent', async (texts) => {
    const shop = await openShop()
    try {
      const [row] = await shop.services.db.sql.$queryRaw<{ texts: unknown }[]>`SELECT ${texts}::text[] AS texts`
      expect(row?.texts).toEqual(texts)
    } finally {
      await shop.close()
    }
  })
  it('of arrays is left to pg', () => expect(read(TEXT_ARRAY, '{{a},{b}}')).toEqual([['a'], ['b']]))
})
