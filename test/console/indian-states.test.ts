import { expect, it } from 'vitest'
import { indianStates } from '../../src/console/app/delivery/indian-states.ts'
import { regionCode, regionName } from '../../src/delivery/regions.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const named = letters
  .flatMap((first) => letters.map((second) => `IN-${first}${second}`))
  .filter((code) => regionName(code) !== code)

it('the console offers the Indian states that the owner’s API takes, under the same names', () => {
  expect(Object.fromEntries(indianStates)).toEqual(Object.fromEntries(named.map((code) => [code, regionName(code)])))
  for (const [code, name] of indianStates) expect(regionCode('IN', name)).toBe(code)
})

it('the console offers them by name', () => {
  const names = indianStates.map(([, name]) => name)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
})
