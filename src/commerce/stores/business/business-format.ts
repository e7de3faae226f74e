import { z } from 'zod'
import type { Store } from '../../../generated/prisma/client.ts'
import { country, email, fields, lineName } from '../../../platform/input/fields.ts'
import { type Issue, type Path, pathText } from '../../../platform/input/issues.ts'
import { tidyText } from '../../../platform/text/text.ts'
import { type BusinessColumn, columnOf } from '../../../shared/business/business-columns.ts'
import {
  type BusinessField,
  type BusinessPath,
  businessEntries,
  MAX_REGISTRATION_NUMBERS,
  MAX_REPRESENTATIVES,
  type RegistrationNumber,
} from '../../../shared/business/business-fields.ts'
import { placeMistakes } from '../../../shared/place-mistakes.ts'
import { regionCode } from '../../../shared/regions.ts'

/** A field without a column does not compile. */
type BusinessColumns = Pick<Store, BusinessColumn>

/** As they are written. */
type NewColumns = Partial<Omit<BusinessColumns, 'businessRegistrationNumbers'>> & {
  businessRegistrationNumbers?: RegistrationNumber[]
}

const line = (max: number) => lineName(max).transform(tidyText)

const phone = (max: number) =>
  line(max).refine((written) => written.replace(/\P{Nd}/gu, '').length >= 3, { error: 'a phone number' })

const formats: Record<BusinessField['kind'], (max: number) => z.ZodType> = {
  line,
  phone,
  region: line,
  postalCode: line,
  email: () => email,
  country: () => country,
  names: (max) => z.array(line(max)).max(MAX_REPRESENTATIVES),
  numbers: (max) => z.array(fields({ name: line(max), number: line(max) })).max(MAX_REGISTRATION_NUMBERS),
}

type Given = Readonly<Record<string, unknown>>

const shape: Record<string, Record<string, z.ZodType> | z.ZodType> = {}
for (const [path, { kind, max, description }] of businessEntries) {
  const [first = '', part] = path.split('.')
  const format = formats[kind](max).nullish().meta({ description })
  if (part === undefined) shape[first] = format
  else shape[first] = { ...shape[first], [part]: format } as Record<string, z.ZodType>
}

/** Omitted fields stay, null clears. Made of the table of fields. */
export const businessFormat: z.ZodType<Given, Given> = fields(
  Object.fromEntries(
    Object.entries(shape).map(([name, format]) => [
      name,
      format instanceof z.ZodType ? format : fields(format).nullish(),
    ]),
  ),
)

/** Undefined where it is left out; null where it, or what it belongs to, is cleared. */
function givenAt(entry: Given, path: BusinessPath): unknown {
  const [first = '', part] = path.split('.')
  const { [first]: value } = entry
  if (part === undefined || value == null) return value
  return (value as Given)[part] // Parsed as an object.
}

/** @param entry of `businessFormat`; null clears all of it */
export function businessColumns(entry: Given | null | undefined): NewColumns {
  if (entry === undefined) return {}
  const columns = businessEntries.flatMap(([path, { kind }]) => {
    const value = entry === null ? null : givenAt(entry, path)
    const isList = kind === 'names' || kind === 'numbers'
    return value === undefined ? [] : [[columnOf(path), isList ? (value ?? []) : value]]
  })
  return Object.fromEntries(columns)
}

/**
 * With the region as its code, and what is wrong with the place as a whole.
 * @param stored what is left out
 */
export function withRegionCode(
  path: Path,
  columns: NewColumns,
  stored: BusinessColumns | null,
): { columns: NewColumns; issues: Issue[] } {
  const all = { ...stored, ...columns }
  const { businessAddressCountry, businessAddressRegion: region, businessAddressPostalCode: postalCode } = all
  const issue = (field: string, message: string): Issue => ({ path: pathText([...path, 'address', field]), message })
  if (businessAddressCountry == null) {
    const isWithout = region == null
    return { columns, issues: isWithout ? [] : [issue('country', 'Choose the country that the region is in.')] }
  }
  const issues = placeMistakes({ country: businessAddressCountry, region, postalCode }).map(({ field, message }) =>
    issue(field, message),
  )
  const code = region == null ? null : regionCode(businessAddressCountry, region)
  return {
    columns: { ...columns, ...(columns.businessAddressRegion != null && { businessAddressRegion: code }) },
    issues,
  }
}
