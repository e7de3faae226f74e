import { expect, it } from 'vitest'
import { COUNTRY_CODES, countriesIn } from '../../src/shared/countries.ts'

it.each(['en', 'de', 'hi'])('every country has a name in %s', (language) => {
  const named = countriesIn(language)
  expect(named.map(([code]) => code).sort()).toEqual([...COUNTRY_CODES].sort())
  expect(named.filter(([code, name]) => name === code)).toEqual([])
})
