import type { Store } from '../../../generated/prisma/client.ts'
import { businessOf } from '../../../shared/business/business-columns.ts'
import { businessAddress, registrationOf, vatNumberOf } from '../../../shared/business/business-text.ts'
import { areaOf } from '../../../shared/business/law-areas.ts'
import { gap, gapsIn } from '../../../shared/texts/text-gaps.ts'
import { contact } from './contact.ts'
import { delivery } from './delivery.ts'
import type { Facts, TemplateText } from './facts.ts'
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

function factsOf(store: Store, country: string): Facts {
  const business = businessOf(store)
  const known = (value: string | null, what: string) => (value ? asText(value) : gap(what))
  const officer = ['name', 'designation', 'phone', 'email'] as const
  return {
    ...{ area: areaOf(country), country, shop: asText(store.shopName ?? store.businessName) },
    legalName: known(business.legalName, 'legal name'),
    address: known(businessAddress(business), 'address'),
    email: known(business.email, 'email'),
    phone: known(business.phone, 'phone'),
    register: known(registrationOf(business), 'register and number'),
    vat: known(vatNumberOf(business), 'VAT number'),
    representatives: known(business.representatives.join(', '), 'who represents you'),
    officer: business['grievanceOfficer.name']
      ? officer
          .map((part) => known(business[`grievanceOfficer.${part}`], `${part} of the grievance officer`))
          .join(', ')
      : gap('name, designation, phone and email of the grievance officer'),
  }
}

/** Not read as marks of Markdown. */
const asText = (text: string): string => text.replace(/[\\`*_[\]<>|#]/g, '\\$&')
