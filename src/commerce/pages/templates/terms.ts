import { gap } from '../../../shared/texts/text-gaps.ts'
import { type Facts, paragraphs, type TemplateText } from './facts.ts'

const laws: Record<Facts['area'], readonly string[]> = {
  IN: ['Consumer Protection Act, 2019', 'Consumer Protection (E-Commerce) Rules, 2020'],
  EU: ['Directive 2011/83/EU on consumer rights', 'Directive (EU) 2019/771 on the sale of goods'],
  UK: ['Consumer Rights Act 2015', 'Consumer Contracts Regulations 2013'],
  NEUTRAL: [],
}

export const terms = (facts: Facts): TemplateText => ({
  title: 'Terms and conditions',
  slug: 'terms',
  laws: laws[facts.area],
  markdown: paragraphs(
    `These terms apply to every order at ${facts.shop}. The seller is ${facts.legalName}, ${facts.address}.`,
    '## Ordering',
    'What we show is an invitation to order. By sending an order you make an offer to buy; the contract is made when we confirm the order by email or on the page that follows. Before you send it you see everything in the order with its price, and can change or remove it.',
    '## Prices and payment',
    `All prices are in the currency that is shown with them. The checkout shows tax and delivery before you order, and nothing is added later. You can pay by ${gap('ways to pay, such as card, UPI, bank transfer, cash on delivery')}.`,
    '## Delivery',
    'Where we deliver, what it costs and how long it takes is on the page [Delivery](/pages/delivery).',
    '## Returns and cancellation',
    'When and how you can cancel an order, return goods and get your money back is on the page [Refunds and cancellation](/pages/refunds).',
    ...guarantee(facts),
    '## Liability',
    facts.area === 'NEUTRAL'
      ? 'We are liable for damage that we cause on purpose or by negligence, as the law that applies provides.'
      : 'Nothing in these terms limits our liability for death or injury caused by negligence, for fraud, or for anything else for which the law does not allow it to be limited, nor the rights that the law gives you as a consumer.',
    ...disputes(facts),
  ),
})

function guarantee({ area }: Facts): string[] {
  const title = '## Faulty goods'
  const text: Record<Facts['area'], string> = {
    IN: `Goods that are defective, damaged, not as described, or other than what you ordered are replaced or refunded; we bear the cost of their return. Manufacturers’ warranties: ${gap('warranty of your goods, or “none”')}.`,
    EU: 'You have the legal guarantee of conformity: if goods are faulty when they are delivered, and this shows within at least two years, you can ask us to repair or replace them free of charge, or, where that is not possible, for a lower price or your money back.',
    UK: 'Goods must be as described, fit for purpose and of satisfactory quality. If they are not, you can reject them within 30 days for a full refund; after that we repair or replace them, and if that does not work you can have a refund in full or in part. These are your rights under the Consumer Rights Act 2015.',
    NEUTRAL:
      'If goods are faulty or not what you ordered, tell us. We repair, replace or refund them, as the law that applies provides.',
  }
  return [title, text[area]]
}

function disputes({ area, country, officer, email }: Facts): string[] {
  switch (area) {
    case 'IN':
      return [
        '## Complaints',
        `Write to our grievance officer, ${officer}. We acknowledge a complaint within 48 hours and redress it within one month. You can also call the National Consumer Helpline at 1915.`,
        '## Law',
        `The law of India applies. The courts of ${gap('town')} have jurisdiction, without limiting your right to go to the consumer commission where you live.`,
      ]
    case 'EU':
      return [
        '## Complaints and disputes',
        `Write to us first: ${email}.`,
        country === 'DE'
          ? `We are ${gap('“willing” or “neither willing nor obliged”')} to take part in dispute resolution before a consumer arbitration board (§ 36 VSBG).`
          : `We are ${gap('“willing to take part” or “not obliged to take part and do not”')} in dispute resolution before ${gap('the dispute resolution body of your country, if you are bound to one')}.`,
        '## Law',
        `The law of ${gap('your country')} applies. It does not take away the protection of the mandatory rules of the country where you live as a consumer.`,
      ]
    case 'UK':
      return [
        '## Complaints',
        `Write to us first: ${email}. ${gap('The dispute resolution body that you use, or “We do not use an alternative dispute resolution body.”')}`,
        '## Law',
        'The law of England and Wales applies. If you live in Scotland or Northern Ireland you can also go to the courts there.',
      ]
    default:
      return ['## Complaints and law', `Write to us first: ${email}. The law of ${gap('your country')} applies.`]
  }
}
