import { gap } from '../../../shared/texts/text-gaps.ts'
import { type Facts, paragraphs, type TemplateText } from './facts.ts'

const laws: Record<Facts['area'], readonly string[]> = {
  IN: ['Consumer Protection (E-Commerce) Rules, 2020, rules 4 and 6'],
  EU: ['Directive 2000/31/EC on electronic commerce, article 5'],
  UK: [
    'Electronic Commerce (EC Directive) Regulations 2002, regulation 6',
    'Company, Limited Liability Partnership and Business (Names and Trading Disclosures) Regulations 2015',
  ],
  NEUTRAL: [],
}

const german = ['§ 5 DDG', '§ 36 VSBG']

export const contact = (facts: Facts): TemplateText => ({
  title: facts.area === 'EU' ? 'Imprint and contact' : 'About and contact',
  slug: facts.area === 'EU' ? 'imprint' : 'about',
  laws: facts.country === 'DE' ? [...laws.EU, ...german] : laws[facts.area],
  markdown: paragraphs(`${facts.shop} is a shop of:`, ...identity(facts)),
})

const lines = (...rows: readonly string[]): string => rows.map((row) => `- ${row}`).join('\n')

function identity(facts: Facts): string[] {
  const { area, legalName, address, email, phone, register, vat, representatives, officer, country } = facts
  const reach = lines(`Email: ${email}`, `Phone: ${phone}`)
  const form = 'Or [write to us here](/contact).'
  switch (area) {
    case 'IN':
      return [
        lines(
          `Legal name: ${legalName}`,
          `Headquarters: ${address}`,
          `Branches: ${gap('addresses of all branches, or “none”')}`,
        ),
        '## Customer care',
        reach,
        form,
        `Imported goods: ${gap('name and details of the importer, or delete this line')}`,
        '## Grievance officer',
        officer,
        'The grievance officer acknowledges a complaint within 48 hours and redresses it within one month of its receipt.',
      ]
    case 'EU':
      return [
        lines(legalName, address, `Represented by: ${representatives}`),
        '## Contact',
        reach,
        form,
        '## Register and tax',
        lines(`Register: ${register}`, `VAT identification number: ${vat}`),
        gap(
          'supervisory authority, chamber and professional rules, where your trade needs a licence; else delete this line',
        ),
        ...(country === 'DE'
          ? [
              '## Consumer dispute resolution',
              `We are ${gap('“willing” or “neither willing nor obliged”')} to take part in dispute resolution before a consumer arbitration board (§ 36 VSBG).`,
            ]
          : []),
      ]
    case 'UK':
      return [
        lines(
          `Name: ${legalName}`,
          `Registered office: ${address}`,
          `Registered number and part of the United Kingdom: ${register}`,
          `VAT number: ${vat}`,
        ),
        '## Contact',
        reach,
        form,
      ]
    default:
      return [lines(legalName, address), '## Contact', reach, form]
  }
}
