import { expect, it } from 'vitest'
import { countryCodes } from '../../src/console/app/parts/countries.ts'
import { COUNTRY_CODES } from '../../src/platform/text/countries.ts'

it('the console offers the countries that the owner’s API takes', () => {
  expect(countryCodes()).toEqual([...COUNTRY_CODES].sort())
})
