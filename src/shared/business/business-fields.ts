/** Decides how a value is checked and shown. */
type Kind = 'line' | 'email' | 'phone' | 'country' | 'region' | 'postalCode' | 'names' | 'numbers'

export interface BusinessField {
  kind: Kind
  /** In characters; of each entry in a list. */
  max: number
  /** What a form calls it. */
  label: string
  /** A sentence for schemas. */
  description: string
  /** A sentence for who fills it in. */
  hint?: string
}

export const MAX_REPRESENTATIVES = 20
export const MAX_REGISTRATION_NUMBERS = 10

/** Who sells: the source of inputs, both schemas, bundles, columns and the console's form. By path. */
export const businessFields = {
  legalName: {
    ...{ kind: 'line', max: 255, label: 'Legal name' },
    description: 'The registered name of the company, or the full name of the person who sells.',
    hint: 'Of the company as it is registered, or your own full name.',
  },
  'address.street': {
    ...{ kind: 'line', max: 255, label: 'Street and number' },
    description: 'Street and number, or what stands for them.',
  },
  'address.town': { kind: 'line', max: 100, label: 'Town', description: 'The town.' },
  'address.region': {
    ...{ kind: 'region', max: 100, label: 'State or region' },
    description: 'The region, as an ISO 3166-2 code such as IN-KA.',
  },
  'address.postalCode': { kind: 'postalCode', max: 20, label: 'Postal code', description: 'The postal code.' },
  'address.country': {
    ...{ kind: 'country', max: 2, label: 'Country' },
    description: 'The country, as an ISO 3166-1 code such as IN.',
  },
  registrationNumbers: {
    ...{ kind: 'numbers', max: 60, label: 'Registration numbers' },
    description: `Numbers under which authorities know the business, such as CIN, GSTIN, company or VAT number; at most ${MAX_REGISTRATION_NUMBERS}.`,
  },
  tradeRegister: {
    ...{ kind: 'line', max: 255, label: 'Trade register' },
    description: 'Where it is registered, such as “Amtsgericht Charlottenburg, HRB 12345” or “England and Wales”.',
    hint: 'Register and place, such as “Amtsgericht Charlottenburg, HRB 12345” or “England and Wales”.',
  },
  representatives: {
    ...{ kind: 'names', max: 255, label: 'Represented by' },
    description: `The names of those who represent the business, at most ${MAX_REPRESENTATIVES}.`,
    hint: 'Directors, partners or owners, one in each line.',
  },
  phone: {
    ...{ kind: 'phone', max: 50, label: 'Phone for customers' },
    description: 'The phone number for customers.',
  },
  email: {
    ...{ kind: 'email', max: 255, label: 'Email for customers' },
    description: 'The email address for customers.',
  },
  'grievanceOfficer.name': {
    ...{ kind: 'line', max: 255, label: 'Name' },
    description: 'The name of the grievance officer.',
  },
  'grievanceOfficer.designation': {
    ...{ kind: 'line', max: 100, label: 'Designation' },
    description: 'The position in the business, such as “Head of customer care”.',
    hint: 'The position in the business, such as “Head of customer care”.',
  },
  'grievanceOfficer.phone': {
    ...{ kind: 'phone', max: 50, label: 'Phone' },
    description: 'The phone number of the grievance officer.',
  },
  'grievanceOfficer.email': {
    ...{ kind: 'email', max: 255, label: 'Email' },
    description: 'The email address of the grievance officer.',
  },
} as const satisfies Record<string, BusinessField>

export type BusinessPath = keyof typeof businessFields

export const businessEntries: readonly (readonly [BusinessPath, BusinessField])[] =
  // Object.entries loses the types of the keys.
  Object.entries(businessFields) as [BusinessPath, BusinessField][]

/** A type alias, so that Prisma's types accept it as JSON. */
export type RegistrationNumber = { name: string; number: string }

type Values = { line: string | null; names: string[]; numbers: RegistrationNumber[] }
type ValueOf<Of extends Kind> = Of extends keyof Values ? Values[Of] : Values['line']

/** By path; null and empty lists for what is not given. */
export type Business = { [Path in BusinessPath]: ValueOf<(typeof businessFields)[Path]['kind']> }

export const isGiven = (value: Business[BusinessPath]): boolean => value !== null && value.length > 0
