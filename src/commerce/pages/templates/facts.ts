/** Whose law a template follows. */
export type Area = 'IN' | 'EU' | 'UK' | 'NEUTRAL'

/** What a template says of the store: its own words where they are known, else a gap to fill. */
export interface Facts {
  area: Area
  /** ISO 3166-1; empty when unknown. */
  country: string
  shop: string
  legalName: string
  /** In one line. */
  address: string
  email: string
  phone: string
  /** Registration number and where; a gap where none is known. */
  register: string
  vat: string
  representatives: string
  officer: string
}

export interface TemplateText {
  title: string
  slug: string
  markdown: string
  /** The laws that it follows, by name; empty for a neutral one. */
  laws: readonly string[]
}

/** When the laws were last looked up. */
export const CHECKED_ON = '2026-11-28'

const EU = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO'.split(' '),
)

/** Iceland, Liechtenstein and Norway have the EU's consumer law through the EEA. */
export function areaOf(country: string): Area {
  if (country === 'IN') return 'IN'
  if (country === 'GB') return 'UK'
  return EU.has(country) ? 'EU' : 'NEUTRAL'
}

/** Paragraphs, without those that do not apply. */
export const paragraphs = (...parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false && part !== '').join('\n\n')
