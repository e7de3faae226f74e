import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { postalCodes } from '../../src/shared/postal-code-set.ts'
import { comparableCode, isPostalCode } from '../../src/shared/postal-codes.ts'
import { entryReader, postalEntry } from '../../src/shared/postal-entries.ts'
import { COUNTRIES_WITH_FORMS, hasPostalCodes, postalForms } from '../../src/shared/postal-forms.ts'
import { cases, seed } from '../support/chance.ts'

describe('an entry of a list of postal codes', () => {
  it.each([
    ['560001', '', '560001'],
    [' 560 001 ', '', '560001'],
    ['५६०००१', 'IN', '560001'],
    ['sw1a 1aa', '', 'SW1A1AA'],
    ['100-0001', '', '1000001'],
    ['〒１００ー０００１', 'JP', '1000001'],
    ['12345-6789', 'US', '12345'],
    ['12345-6789', '', '12345'],
    ['D-10115', 'DE', '10115'],
    ['A-1010', 'DE AT', '1010'],
    ['PL-00-950', '', '00950'],
    ['LV1010', 'LV', '1010'],
    ['11936-12345', 'IR', '1193612345'],
    ['5600*', '', '5600*'],
    ['78701-2*', 'US', '78701*'],
    ['04538-1*', '', '045381*'],
    ['560001*', 'US IN', '560001*'],
    ['5600011*', 'US IN', '56000*'],
    ['1011*', 'NL', '1011*'],
    ['SE1', 'GB', 'SE1'],
    ['se1*', 'GB', 'SE1*'],
    ['sw1 *', '', 'SW1 *'],
    ['SE1 2*', 'GB', 'SE1 2*'],
    ['560001-560099', '', '560001-560099'],
    ['560 001 – 560 099', '', '560001-560099'],
    ['560001..560099', '', '560001-560099'],
    ['aa1 .. aa9', '', 'AA1..AA9'],
    ['560001-560001', '', '560001'],
  ])('%s in "%s" is stored as %s, and read so again', (given, countries, stored) => {
    const inCountries = countries.split(' ').filter(Boolean)
    expect(postalEntry(given, inCountries)).toBe(stored)
    expect(postalEntry(stored, inCountries)).toBe(stored)
  })

  it.each([
    ...['', '*', '56*01', '560099-560001', '56..5600', '१२३४५६७८९०१', '1'.repeat(21), '..', '1..', 'hello'].map(
      (text) => [text, ''],
    ),
    ['060001', 'IN'],
    ['5600011', 'IN'],
    ['SW1A 1AA', 'IN'],
    ['0*', 'IN'],
    ['5600999*', 'IN'],
    ['E1', 'DE'],
    ['K1A', 'CA'],
    ['560001/560002', 'IN'],
    ['900001-900099', 'DE AT'],
  ])('%j in "%s" is none', (given, countries) => {
    expect(postalEntry(given, countries.split(' ').filter(Boolean))).toBeNull()
  })
})

it('refuses a long entry without trying to match it', () => {
  const before = performance.now()
  for (const long of [`1${' '.repeat(200_000)}x`, `a${' '.repeat(200_000)}b`]) expect(postalEntry(long, [])).toBeNull()
  expect(performance.now() - before).toBeLessThan(1_000)
})

describe('a set of postal codes', () => {
  const entries = ['560001-560099', '5700*', 'SW1A1AA', 'AA1..AA9', '560050-560150', '110001', '110002']
  const codes = postalCodes(entries, [])

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
    expect(codes.has(code, null)).toBe(isThere)
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
      const compiled = postalCodes(entries, ['IN'])
      const matches = (wanted: string, entry: string) => {
        if (entry.endsWith('*')) return wanted.startsWith(entry.slice(0, -1))
        const [from = '', to = from] = entry.split('-')
        return wanted.length === from.length && wanted >= from && wanted <= to
      }
      const ends = entries.flatMap((entry) => entry.replace('*', '').split('-'))
      for (const wanted of [...ends, code(3), code(4), code(4), code(5)]) {
        const plainly = entries.some((entry) => matches(comparableCode(wanted, 'IN'), entry))
        expect([entries, wanted, compiled.has(wanted, 'IN')]).toEqual([entries, wanted, plainly])
      }
    }
  })

  it('keeps 25,000 codes that do not follow each other in little more than their own length', () => {
    const codes = Array.from({ length: 25_000 }, (_, at) => String(100_000 + 7 * at))
    const many = postalCodes(codes, ['IN'])
    expect(many.bytes).toBeLessThan(25_000 * 13)
    expect(codes.every((code) => many.has(code, 'IN') && !many.has(String(Number(code) + 1), 'IN'))).toBe(true)
  })

  it('keeps 25,000 codes that follow each other as one range', () => {
    const many = postalCodes(
      Array.from({ length: 25_000 }, (_, at) => String(560_000 + at)),
      ['IN'],
    )
    expect(many.bytes).toBeLessThan(1_000)
    expect(['560000', '584999', '585000'].map((code) => many.has(code, 'IN'))).toEqual([true, true, false])
  })
})

describe('codes as people and browsers write them', () => {
  it.each([
    ['US', '78701-2375', '78701-78799', true],
    ['US', '787012375', '78701', true],
    ['US', '78800-0001', '78701-78799', false],
    ['GB', 'E1 6AN', 'E1', true],
    ['GB', 'E17 4PP', 'E1', false],
    ['GB', 'E17 4PP', 'E1*', true],
    ['GB', 'se1 2ab', 'SE1 *', true],
    ['GB', 'SE10 9NF', 'SE1 *', false],
    ['GB', 'SE1 2AB', 'SE1 2*', true],
    ['GB', 'SE12 8RZ', 'SE1 2*', false],
    ['GB', 'SW1A 1AA', 'SW1', true],
    ['GB', 'SW11 1AA', 'SW1', false],
    ['GB', 'EC2V 7HN', 'EC1..EC4', true],
    ['GB', 'E3 4SS', 'E1..E9', true],
    ['GB', 'E14 5AB', 'E1..E9', false],
    ['JE', 'je2 3ab', 'JE2', true],
    ['IE', 'D02 X285', 'D02*', true],
    ['CA', 'k1a-0b1', 'K1A*', true],
    ['DE', 'D-10115', '10115', true],
    ['LV', 'LV-1010', '1010', true],
    ['JP', '〒100-0001', '100-0001', true],
    ['BR', '01310-100', '01310*', true],
  ])('%s: %s is in %s: %s', (country, code, entry, isThere) => {
    const stored = postalEntry(entry, [country])
    expect(postalCodes([stored ?? ''], [country]).has(code, country)).toBe(isThere)
    expect(isPostalCode(code, country)).toBe(true)
    // Also in a zone of every country.
    expect(postalCodes([postalEntry(entry, []) ?? ''], []).has(code, country)).toBe(isThere)
  })

  it.each([
    ['US', '123456789', '12345-6789'],
    ['DE', 'D10115', '10115'],
    ['LV', 'LV1010', 'LV-1010'],
    ['US', '787012*', '78701-2375'],
  ])('%s: the entry %s, stored before its codes were read so, has %s', (country, stored, code) => {
    expect(postalCodes([stored], [country]).has(code, country)).toBe(true)
    expect(postalCodes([stored], []).has(code, country)).toBe(true)
  })

  it.each([[], ['US', 'IN']].map((countries) => ({ countries })))('%o: a prefix of more than five digits', (zone) => {
    const codes = postalCodes(['560001*'], zone.countries)
    expect(codes.has('560001', 'IN')).toBe(true)
    expect(codes.has('560002', 'IN')).toBe(false)
    expect(codes.has('56000-1234', 'US')).toBe(true)
  })

  it('are read in many countries as in the first of them that has such codes', () => {
    const countries = COUNTRIES_WITH_FORMS.filter((country) => country !== 'US')
    const inAll = entryReader(countries)
    const examples = countries
      .flatMap((country) => postalForms(country)?.example ?? [])
      .filter((code) => /^\d/.test(code))
    const ranges = examples.map((code) => `${code}..${code}`)
    for (const entry of [...examples, ...ranges, ...examples.map((code) => `${code.slice(0, 3)}*`)]) {
      const each = countries.map((country) => postalEntry(entry, [country])).find((read) => read !== null)
      expect([entry, inAll(entry)]).toEqual([entry, each])
    }
  })

  it.each([
    ['VE', '1010-A'],
    ['KZ', 'A05H9Y3'],
    ['PY', '001001'],
    ['LK', '10350-1'],
  ])('%s may have the code %s', (country, code) => {
    expect(isPostalCode(code, country)).toBe(true)
  })

  it.each([
    ['AR', 'C1425'],
    ['AR', 'B1636'],
    ['AR', 'b 1636'],
    ['AR', '1425'],
    ['AR', 'C1425DKA'],
    ['BR', '01310100'],
    ['CA', 'k1a0b1'],
    ['IE', 'D02'],
    ['IE', 'd6w'],
    ['IE', 'D02X285'],
    ['JP', '1000001'],
    ['NL', '1012js'],
    ['NL', '1012 JS'],
    ['PT', '1000'],
    ['PT', '1000205'],
    ['SA', '12345-6789'],
    ['US', '78701-2375'],
  ])('%s has the code %j, in each form in which people write it', (country, code) => {
    expect(isPostalCode(code, country)).toBe(true)
  })

  it.each([
    ['AR', 'C142'],
    ['AR', '14255'],
    ['IN', 'hello'],
    ['IN', '012345'],
    ['IN', '56000'],
    ['IN', '5600011'],
    ['IN', ''],
    ['GB', 'SE1'],
    ['GB', 'hello'],
    ['GB', '12345'],
    ['US', '7870'],
    ['NL', '1011'],
    ['CA', 'K1A'],
    ['DE', '1011'],
  ])('%s has no code %j', (country, code) => {
    expect(isPostalCode(code, country)).toBe(false)
  })

  /** What stands for the digits 0 to 9 elsewhere. */
  const zeros = ['0', '０', '٠', '۰', '०', '০']
  const marks = fc.constantFrom('', ' ', '-', '–', ' ', '\u200e', '．', '·')
  const countries = ['DE', 'GB', 'NL', 'JP', 'CA', 'US', 'IN', 'IE', 'PT', 'PL', 'BR', 'SE', 'AU', 'FR', 'KR']
  const letters = { A: 'ABEFGHJKLMNPRST', X: 'ABC0123456789', 1: '123456789', 0: '0123456789' }
  const ofPattern = (pattern: string) =>
    fc
      .tuple(...[...pattern].map((sign) => fc.constantFrom(...(letters[sign as keyof typeof letters] ?? sign))))
      .map((signs) => signs.join(''))
  const typed = fc
    .constantFrom(...countries)
    .chain((country) =>
      fc.record({
        country: fc.constant(country),
        code: fc.constantFrom(...(postalForms(country)?.patterns ?? [])).chain(ofPattern),
        zero: fc.constantFrom(...zeros),
        marks: fc.array(marks, { minLength: 8, maxLength: 8 }),
        isLower: fc.boolean(),
        before: fc.constantFrom('', `${country}-`, ' ', country === 'JP' ? '〒' : ''),
      }),
    )
    .map(({ country, code, zero, marks, isLower, before }) => {
      const digit = (sign: string) => String.fromCodePoint((zero.codePointAt(0) ?? 48) + Number(sign))
      const signs = [...code].map((sign, at) => `${/\d/.test(sign) ? digit(sign) : sign}${marks[at] ?? ''}`)
      const written = `${before}${signs.join('')}`
      return { country, code, written: isLower ? written.toLowerCase() : written }
    })

  it('of every form are read alike in digits of any script, with any marks and the country in front', () => {
    fc.assert(
      fc.property(typed, ({ country, code, written }) => {
        expect([written, comparableCode(written, country)]).toEqual([written, code])
        expect(isPostalCode(written, country)).toBe(true)
        const entry = postalEntry(code, [country])
        expect(postalEntry(entry ?? '', [country])).toBe(entry)
        expect(postalCodes([entry ?? ''], [country]).has(written, country)).toBe(true)
        expect(postalCodes([`${code.slice(0, 3)}*`], [country]).has(written, country)).toBe(true)
      }),
      { seed, numRuns: cases(500, 20_000) },
    )
  })
})

it('every example is a code of its country, and no country with codes is said to have none', () => {
  for (const country of COUNTRIES_WITH_FORMS) {
    const example = postalForms(country)?.example
    if (example) expect([country, example, isPostalCode(example, country)]).toEqual([country, example, true])
    expect([country, hasPostalCodes(country)]).toEqual([country, true])
  }
})
