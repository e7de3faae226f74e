import type { Store } from '../../../generated/prisma/client.ts'
import { gap, gapsIn } from '../../../shared/texts/text-gaps.ts'
import { contact } from './contact.ts'
import { delivery } from './delivery.ts'
import { areaOf, type Facts, type TemplateText } from './facts.ts'
import { privacy } from './privacy.ts'
import { refunds } from './refunds.ts'
import { terms } from './terms.ts'

export const TemplateKind = {
  TERMS: 'TERMS',
  PRIVACY: 'PRIVACY',
  REFUNDS: 'REFUNDS',
  DELIVERY: 'DELIVERY',
  CONTACT: 'CONTACT',
} as const
type TemplateKind = (typeof TemplateKind)[keyof typeof TemplateKind]

const makers: Record<TemplateKind, (facts: Facts) => TemplateText> = {
  ...{ TERMS: terms, PRIVACY: privacy, REFUNDS: refunds, DELIVERY: delivery, CONTACT: contact },
}

export interface PageTemplate extends TemplateText {
  kind: TemplateKind
  /** How much of it is left to fill. */
  gaps: number
}

/** @param country ISO 3166-1, whose law they follow */
export const pageTemplates = (store: Store, country: string): PageTemplate[] =>
  Object.values(TemplateKind).map((kind) => {
    const text = makers[kind](factsOf(store, country))
    return { ...text, kind, gaps: gapsIn(text.markdown).length }
  })

const factsOf = (store: Store, country: string): Facts => ({
  area: areaOf(country),
  country,
  shop: asText(store.shopName ?? store.businessName),
  legalName: gap('legal name'),
  address: gap('address'),
  email: gap('email'),
  phone: gap('phone'),
  register: gap('register and number'),
  vat: gap('VAT number'),
  representatives: gap('who represents you'),
  officer: gap('name, designation, phone and email of the grievance officer'),
})

/** Not read as marks of Markdown. */
const asText = (text: string): string => text.replace(/[\\`*_[\]<>|#]/g, '\\$&')
