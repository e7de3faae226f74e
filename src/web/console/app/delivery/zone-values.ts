import type { ShippingZoneInput, WholeZoneFragment } from '../../../../generated/console/documents.ts'
import { regionName } from '../../../../shared/regions.ts'
import { codeOf } from '../parts/code-of.ts'

/** Longer lists are changed a part at a time, and not typed. */
const MOST_TYPED = 500

/** One on each line, or with commas between them. Blanks are a part of some codes. */
export const entriesOf = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

export const isLong = (entries: readonly string[]): boolean => entries.length > MOST_TYPED

const isNamed = (code: string): boolean => regionName(code) !== code

export type ZoneValues = ReturnType<typeof zoneValues>

export const zoneValues = (zone: WholeZoneFragment | null) => ({
  code: zone?.code ?? '',
  name: zone?.name ?? '',
  countries: [...(zone?.countries ?? [])],
  /** Those regions that are chosen by name; the others are typed. */
  states: [...new Set((zone?.regions ?? []).filter(isNamed))],
  regions: (zone?.regions ?? []).filter((code) => !isNamed(code)).join(', '),
  postalCodes: zone && !isLong(zone.postalCodes) ? zone.postalCodes.join('\n') : '',
  excludedCodes: zone && !isLong(zone.excludedCodes) ? zone.excludedCodes.join('\n') : '',
})

export const zoneInput = (values: ZoneValues, stored: WholeZoneFragment | null): ShippingZoneInput => ({
  code: stored?.code ?? (values.code.trim() || codeOf(values.name)),
  name: values.name.trim(),
  countries: values.countries,
  regions: [...new Set([...values.states, ...entriesOf(values.regions)])],
  ...(!(stored && isLong(stored.postalCodes)) && { postalCodes: entriesOf(values.postalCodes) }),
  ...(!(stored && isLong(stored.excludedCodes)) && { excludedCodes: entriesOf(values.excludedCodes) }),
})

/**
 * The form's field of a mistake: one within a list stands at the list.
 * @param states as they were sent, before other regions
 */
export function zoneField(path: string, states: readonly string[]): string {
  const [, name = path, index] = /^(\w+)\[(\d+)\]/.exec(path) ?? []
  return name === 'regions' && Number(index) < states.length ? 'states' : name
}
