import type { Area } from '../../../shared/business/law-areas.ts'

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

/** Paragraphs, without those that do not apply. */
export const paragraphs = (...parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false && part !== '').join('\n\n')
