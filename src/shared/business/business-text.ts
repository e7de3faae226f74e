import { addressText } from '../address-forms.ts'
import type { Business, RegistrationNumber } from './business-fields.ts'

/** In one line; null where none of it is given. */
export function businessAddress(business: Business): string | null {
  const text = addressText({
    street: business['address.street'],
    city: business['address.town'],
    region: business['address.region'],
    postalCode: business['address.postalCode'],
    country: business['address.country'],
  })
  return text === '' ? null : text.replaceAll('\n', ', ')
}

/** Who sells, and where they are. */
export const businessLine = (business: Business): string =>
  [business.legalName, businessAddress(business)].filter(Boolean).join(', ')

export interface BusinessRow {
  label: string
  value: string
  /** Where it leads. */
  href?: string
}

const row = (label: string, value: string | null, href?: string): BusinessRow[] =>
  value ? [{ label, value, ...(href !== undefined && { href }) }] : []

const phoneRow = (label: string, phone: string | null) => row(label, phone, phone ? telephone(phone) : undefined)
const emailRow = (label: string, email: string | null) => row(label, email, email ? `mailto:${email}` : undefined)

const telephone = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`

/** All that is given, with its words. The grievance officer is apart. */
export const businessRows = (business: Business): BusinessRow[] => [
  ...row('Name', business.legalName),
  ...row('Address', businessAddress(business)),
  ...furtherRows(business),
]

const furtherRows = (business: Business): BusinessRow[] => [
  ...row('Represented by', business.representatives.join(', ')),
  ...row('Register', business.tradeRegister),
  ...business.registrationNumbers.flatMap(({ name, number }) => row(name, number)),
  ...phoneRow('Phone', business.phone),
  ...emailRow('Email', business.email),
]

export const officerRows = (business: Business): BusinessRow[] => [
  ...row(
    'Name',
    [business['grievanceOfficer.name'], business['grievanceOfficer.designation']].filter(Boolean).join(', '),
  ),
  ...phoneRow('Phone', business['grievanceOfficer.phone']),
  ...emailRow('Email', business['grievanceOfficer.email']),
]

/** For the foot of a letter, a line each. */
export const businessFoot = (business: Business): string[] =>
  [businessLine(business), ...furtherRows(business).map(({ label, value }) => `${label}: ${value}`)].filter(Boolean)

const isVat = ({ name }: RegistrationNumber): boolean => /\b(?:vat|ust|tva|iva|btw)\b/i.test(name)

/** The register, and the numbers that are no VAT number; null where neither is given. */
export const registrationOf = ({ tradeRegister, registrationNumbers }: Business): string | null =>
  [tradeRegister, ...registrationNumbers.filter((one) => !isVat(one)).map(({ name, number }) => `${name} ${number}`)]
    .filter(Boolean)
    .join(', ') || null

export const vatNumberOf = ({ registrationNumbers }: Business): string | null =>
  registrationNumbers.find(isVat)?.number ?? null
