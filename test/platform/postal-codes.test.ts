import { describe, expect, it } from 'vitest'
import { comparableCode, postalCodes, postalEntry } from '../../src/platform/text/postal-codes.ts'

describe('an entry of a list of postal codes', () => {
  it.each([
    ['560001', '560001'],
    [' 560 001 ', '560001'],
    ['sw1a 1aa', 'SW1A1AA'],
    ['100-0001', '1000001'],
    ['12345-6789', '123456789'],
    ['5600*', '5600*'],
    ['sw1 *', 'SW1*'],
    ['560001-560099', '560001-560099'],
    ['560 001 – 560 099', '560001-560099'],
    ['560001..560099', '560001-560099'],
    ['aa1 .. aa9', 'AA1..AA9'],
    ['560001-560001', '560001'],
  ])('%s is stored as %s', (given, stored) => {
    expect(postalEntry(given)).toBe(stored)
  })

  it.each(['', '*', '56*01', '560099-560001', '56..5600', '१२३', '1'.repeat(21), 'a/b', '..', '1..'])(
    '%j is none',
    (given) => {
      expect(postalEntry(given)).toBeNull()
    },
  )
})

it('refuses a long entry without trying to match it', () => {
  const before = performance.now()
  for (const long of [`1${' '.repeat(200_000)}x`, `a${' '.repeat(200_000)}b`]) expect(postalEntry(long)).toBeNull()
  expect(performance.now() - before).toBeLessThan(1_000)
})

describe('a set of postal codes', () => {
  const codes = postalCodes(['560001-560099', '5700*', 'SW1A1AA', 'AA1..AA9', '560050-560150', '110001', '110002'])

  it.each([
    ['560001', true],
    ['560 150', true],
    ['560100', true],
    ['560151', false],
    ['56000', false],
    ['5600015', false],
    ['5700', true],
    ['570099', true],
    ['5701', false],
    ['sw1a-1aa', true],
    ['aa5', true],
    ['ab1', false],
    ['110002', true],
    ['110003', false],
    ['', false],
  ])('has %j: %j', (code, isThere) => {
    expect(codes.has(code)).toBe(isThere)
  })

  it('finds what a plain look at each entry finds, in 1,000 address books', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    const code = (length: number) => String(random(10 ** length)).padStart(length, '0')
    for (let book = 0; book < 1_000; book += 1) {
      const entries = Array.from({ length: 1 + random(12) }, () => {
        const kind = random(3)
        if (kind === 0) return code(3 + random(2))
        if (kind === 1) return `${code(1 + random(3))}*`
        const [from, to] = [code(4), code(4)].sort()
        return from === to ? String(from) : `${from}-${to}`
      })
      const compiled = postalCodes(entries)
      const matches = (wanted: string, entry: string) => {
        if (entry.endsWith('*')) return wanted.startsWith(entry.slice(0, -1))
        const [from = '', to = from] = entry.split('-')
        return wanted.length === from.length && wanted >= from && wanted <= to
      }
      const ends = entries.flatMap((entry) => entry.replace('*', '').split('-'))
      for (const wanted of [...ends, code(3), code(4), code(4), code(5)]) {
        const plainly = entries.some((entry) => matches(comparableCode(wanted), entry))
        expect([entries, wanted, compiled.has(wanted)]).toEqual([entries, wanted, plainly])
      }
    }
  })

  it('keeps 25,000 codes that do not follow each other in little more than their own length', () => {
    const codes = Array.from({ length: 25_000 }, (_, at) => String(100_000 + 7 * at))
    const many = postalCodes(codes)
    expect(many.bytes).toBeLessThan(25_000 * 13)
    expect(codes.every((code) => many.has(code) && !many.has(String(Number(code) + 1)))).toBe(true)
  })

  it('keeps 25,000 codes that follow each other as one range', () => {
    const many = postalCodes(Array.from({ length: 25_000 }, (_, at) => String(560_000 + at)))
    expect(many.bytes).toBeLessThan(1_000)
    expect([many.has('560000'), many.has('584999'), many.has('585000')]).toEqual([true, true, false])
  })
})
