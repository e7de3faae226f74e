import { expect, it } from 'vitest'
import { currentTimeZone, timeZoneChoices } from '../../src/shared/time-zones.ts'

const known = Intl.supportedValuesOf('timeZone')

it.each([
  ['Kolkata (Asia)', 'Asia/Kolkata'],
  ['Kyiv (Europe)', 'Europe/Kyiv'],
  ['Ho Chi Minh (Asia)', 'Asia/Ho_Chi_Minh'],
  ['Kathmandu (Asia)', 'Asia/Kathmandu'],
  ['Yangon (Asia)', 'Asia/Yangon'],
  ['Buenos Aires (Argentina, America)', 'America/Argentina/Buenos_Aires'],
  ['New York (America)', 'America/New_York'],
])('a time zone is found as %s', (words, zone) => {
  expect(timeZoneChoices(known, 'UTC')).toContainEqual([zone, words])
})

it('the store’s own is among the choices as it is spelled, once', () => {
  for (const own of ['Asia/Calcutta', 'Asia/Kolkata', 'UTC']) {
    const choices = timeZoneChoices(known, own)
    expect(choices.filter(([zone]) => currentTimeZone(zone) === currentTimeZone(own)).map(([zone]) => zone)).toEqual([
      own,
    ])
  }
})

it('names of today mean the same zones as those that are listed', () => {
  const noon = new Date('2026-07-01T12:00:00Z')
  const clock = (timeZone: string) => noon.toLocaleString('en-GB', { timeZone })
  for (const zone of known) expect([zone, clock(currentTimeZone(zone))]).toEqual([zone, clock(zone)])
  const names = known.map(currentTimeZone)
  expect(names.filter((name, at) => name !== known[at]).length).toBeGreaterThan(15)
  for (const old of ['Calcutta', 'Saigon', 'Kiev', 'Katmandu', 'Rangoon']) expect(names.join()).not.toContain(`/${old}`)
})
