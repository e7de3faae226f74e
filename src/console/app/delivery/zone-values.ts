import type { ShippingZoneInput, WholeZoneFragment } from '../../../generated/console/documents.ts'
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

export type ZoneValues = ReturnType<typeof zoneValues>

export const zoneValues = (zone: WholeZoneFragment | null) => ({
  code: zone?.code ?? '',
  name: zone?.name ?? '',
  countries: [...(zone?.countries ?? [])],
  regions: (zone?.regions ?? []).join(', '),
  postalCodes: zone && !isLong(zone.postalCodes) ? zone.postalCodes.join('\n') : '',
  excludedCodes: zone && !isLong(zone.excludedCodes) ? zone.excludedCodes.join('\n') : '',
})

export const zoneInput = (values: ZoneValues, stored: WholeZoneFragment | null): ShippingZoneInput => ({
  code: stored?.code ?? (values.code.trim() || codeOf(values.name)),
  name: values.name.trim(),
  countries: values.countries,
  regions: entriesOf(values.regions),
  ...(!(stored && isLong(stored.postalCodes)) && { postalCodes: entriesOf(values.postalCodes) }),
  ...(!(stored && isLong(stored.excludedCodes)) && { excludedCodes: entriesOf(values.excludedCodes) }),
})
