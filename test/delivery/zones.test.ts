import { describe, expect, it } from 'vitest'
import { type Destination, findZone, type Zone } from '../../src/commerce/delivery/zones.ts'
import { postalCodes } from '../../src/shared/postal-code-set.ts'
import { COUNTRIES_WITH_REGIONS, regionCode, regionName, regionsOf } from '../../src/shared/regions.ts'

const zone = (code: string, of: Partial<Zone> = {}): Zone => ({
  code,
  name: code,
  countries: null,
  regions: null,
  postalCodes: null,
  excludedCodes: null,
  methods: [],
  ...of,
})
const india = new Set(['IN'])
const city = zone('city', {
  countries: india,
  postalCodes: postalCodes(['5600*'], ['IN']),
  excludedCodes: postalCodes(['560099'], ['IN']),
})
const state = zone('state', { countries: india, regions: new Set(['IN-KA']) })
const town = zone('town', { ...state, code: 'town', postalCodes: postalCodes(['5700*'], ['IN']) })
const country = zone('country', { countries: india })
const world = zone('world')
const to = (country: string, region: string | null = null, postalCode: string | null = null): Destination => ({
  country,
  region,
  postalCode,
})
const found = (zones: Zone[], destination: Destination | null) => {
  const result = findZone(zones, destination, 'IN')
  return result.zone ? result.zone.code : result.why
}

describe('the zone of a destination', () => {
  it.each([
    ['the first that matches', [city, state, country, world], to('IN', 'IN-KA', '560 001'), 'city'],
    ['not one that excludes its code', [city, state, country], to('IN', 'IN-KA', '560099'), 'state'],
    ['by its region', [city, state, country], to('IN', 'IN-KA', '570001'), 'state'],
    ['by its country', [city, state, country, world], to('IN', 'IN-TN', '600001'), 'country'],
    ['the rest of the world', [city, country, world], to('NP'), 'world'],
    ['none', [city, state], to('IN', 'IN-TN', '600001'), 'NOT_DELIVERED'],
    ['none while the code is missing', [city], to('IN'), 'UNKNOWN_DESTINATION'],
    ['none while the region is missing', [state], to('IN', null, '560001'), 'UNKNOWN_DESTINATION'],
    ['the next while a region is missing that would not help', [town, country], to('IN', null, '560001'), 'country'],
    ['none in a country without zones, code or not', [city, state], to('NP'), 'NOT_DELIVERED'],
    ['of no destination: that without restrictions', [city, state, country, world], null, 'country'],
    ['of no destination: none', [city, state], null, 'UNKNOWN_DESTINATION'],
  ])('%s', (_, zones, destination, expected) => {
    expect(found(zones, destination)).toBe(expected)
  })
})

describe('a region', () => {
  it.each([
    ['IN', 'IN-KA', 'IN-KA'],
    ['IN', 'ka', 'IN-KA'],
    ['IN', ' Karnataka ', 'IN-KA'],
    ['IN', 'tamilnadu', 'IN-TN'],
    ['IN', 'Jammu & Kashmir', 'IN-JK'],
    ['IN', 'Orissa', 'IN-OD'],
    ['IN', 'IN-OR', 'IN-OD'],
    ['IN', 'Atlantis', null],
    ['US', 'ca', 'US-CA'],
    ['US', 'US-NY', 'US-NY'],
    ['US', 'California', 'US-CA'],
    ['CA', 'québec', 'CA-QC'],
    ['US', 'Ontario', null],
    ['IT', 'Rome', 'IT-RM'],
    ['IT', 'AO', 'IT-23'],
    ['ES', 'Cordoba', 'ES-CO'],
    ['IE', 'Co. Cork', 'IE-CO'],
    ['IE', 'CO', 'IE-CO'],
    ['PL', 'Lodzkie', 'PL-10'],
    ['TR', 'ISTANBUL', 'TR-34'],
    ['TR', 'Adiyaman', 'TR-02'],
    ['KR', '서울', 'KR-11'],
    ['SA', 'Mecca', 'SA-02'],
    ['GB', 'Atlantis', null],
    ['LK', 'Western', null],
  ])('of %s called %j is %j', (country, text, code) => {
    expect(regionCode(country, text)).toBe(code)
  })

  it.each(COUNTRIES_WITH_REGIONS)('of %s is found by its name and by its code', (country) => {
    const regions = regionsOf(country) ?? []
    expect(regions.map(([code]) => code).filter((code) => !/^[A-Z]{2}-[A-Z\d]{1,3}$/.test(code))).toEqual([])
    for (const [code, name] of regions) {
      expect([name, regionCode(country, name), regionCode(country, code)]).toEqual([name, code, code])
    }
  })

  it('has its name where the regions of its country are known, and its code elsewhere', () => {
    expect([regionName('IN-OD'), regionName('US-CA'), regionName('LK-1')]).toEqual(['Odisha', 'California', 'LK-1'])
  })
})
