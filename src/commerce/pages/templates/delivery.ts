import { gap } from '../../../shared/texts/text-gaps.ts'
import { type Facts, paragraphs, type TemplateText } from './facts.ts'

const laws: Record<Facts['area'], readonly string[]> = {
  IN: ['Consumer Protection (E-Commerce) Rules, 2020'],
  EU: ['Directive 2011/83/EU on consumer rights, articles 6 and 18'],
  UK: ['Consumer Rights Act 2015, sections 28 and 29'],
  NEUTRAL: [],
}

export const delivery = ({ area, email }: Facts): TemplateText => ({
  title: 'Delivery',
  slug: 'delivery',
  laws: laws[area],
  markdown: paragraphs(
    '## Where we deliver',
    `We deliver to ${gap('countries, states or towns')}. Enter your postal code on the page [what delivery costs](/delivery) to see fees and dates for your address.`,
    '## What it costs',
    'The fee depends on where the order goes and what is in it. The cart and the checkout show it before you order.',
    '## How long it takes',
    `We hand orders to the carrier within ${gap('number')} working days. Delivery takes ${gap('number of days')} after that.`,
    area === 'EU' || area === 'UK'
      ? 'Unless we agree on another time with you, goods are delivered at the latest 30 days after the contract was made. Until they are in your hands, or in those of somebody you name, the risk is ours.'
      : 'Until they are in your hands, the risk is ours.',
    '## Following an order',
    'We tell you when an order is shipped, with its tracking number where there is one. You can [track your order](/track) at any time.',
    '## If something goes wrong',
    `If an order does not come, or comes damaged, write to ${email}. We deliver again or pay you back.`,
  ),
})
