import type { BusinessPath } from './business-fields.ts'

/** Whose law a seller's details and texts follow. */
export type Area = 'IN' | 'EU' | 'UK' | 'NEUTRAL'

const EU = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO'.split(' '),
)

/** Iceland, Liechtenstein and Norway have the EU's consumer law through the EEA. @param country ISO 3166-1 */
export function areaOf(country: string): Area {
  if (country === 'IN') return 'IN'
  if (country === 'GB') return 'UK'
  return EU.has(country) ? 'EU' : 'NEUTRAL'
}

export interface Need {
  /** Given when each of them is. */
  fields: readonly BusinessPath[]
  what: string
  why: string
  /** Whom it concerns; everybody when left out. */
  who?: string
}

const address = ['address.street', 'address.town', 'address.postalCode', 'address.country'] as const
const officer = ['grievanceOfficer.name', 'grievanceOfficer.designation'] as const

const INDIAN_RULES = 'Consumer Protection (E-Commerce) Rules, 2020, rule 4'
const DIRECTIVES = 'Directive 2000/31/EC, article 5; Directive 2011/83/EU, article 6'
const BRITISH_RULES = 'Electronic Commerce (EC Directive) Regulations 2002, regulation 6'
const DISCLOSURES =
  'Company, Limited Liability Partnership and Business (Names and Trading Disclosures) Regulations 2015'

/** What the law wants a shop to say of its seller. As in the templates of pages, looked up on their day. */
const needs: Record<Area, readonly Need[]> = {
  IN: [
    { fields: ['legalName'], what: 'Legal name', why: INDIAN_RULES },
    { fields: [...address, 'address.region'], what: 'Address of the headquarters', why: INDIAN_RULES },
    { fields: ['phone', 'email'], what: 'Phone and email of customer care', why: INDIAN_RULES },
    { fields: officer, what: 'Name and designation of a grievance officer', why: INDIAN_RULES },
    {
      fields: ['grievanceOfficer.phone', 'grievanceOfficer.email'],
      what: 'Phone and email of the grievance officer',
      why: INDIAN_RULES,
    },
  ],
  EU: [
    { fields: ['legalName'], what: 'Legal name', why: DIRECTIVES },
    { fields: address, what: 'Address', why: DIRECTIVES },
    { fields: ['phone', 'email'], what: 'Phone and email', why: DIRECTIVES },
    { fields: ['tradeRegister'], what: 'Trade register', why: DIRECTIVES, who: 'if you are in one' },
    { fields: ['registrationNumbers'], what: 'VAT number', why: DIRECTIVES, who: 'if you have one' },
    {
      ...{ fields: ['representatives'], what: 'Who represents the company' },
      ...{ why: 'National law, such as § 5 DDG in Germany', who: 'if it is a company' },
    },
  ],
  UK: [
    { fields: ['legalName'], what: 'Name', why: BRITISH_RULES },
    { fields: address, what: 'Address; of a company, its registered office', why: BRITISH_RULES },
    { fields: ['email'], what: 'Email', why: BRITISH_RULES },
    { fields: ['phone'], what: 'Phone', why: 'Consumer Contracts Regulations 2013, schedule 2' },
    {
      fields: ['tradeRegister'],
      what: 'Part of the United Kingdom of its registration',
      why: DISCLOSURES,
      who: 'if it is a company',
    },
    {
      ...{ fields: ['registrationNumbers'], what: 'Company number and VAT number' },
      ...{ why: `${DISCLOSURES}; ${BRITISH_RULES}`, who: 'if you have them' },
    },
  ],
  NEUTRAL: [],
}

/** @param isGiven whether a field is filled in */
export const missingDetails = (area: Area, isGiven: (path: BusinessPath) => boolean): Need[] =>
  needs[area].filter(({ fields }) => !fields.every(isGiven))
