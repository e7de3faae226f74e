import { gap } from '../../../shared/texts/text-gaps.ts'
import { type Facts, paragraphs, type TemplateText } from './facts.ts'

const laws: Record<Facts['area'], readonly string[]> = {
  IN: ['Consumer Protection (E-Commerce) Rules, 2020'],
  EU: ['Directive 2011/83/EU on consumer rights, articles 9 to 16 and annex I'],
  UK: ['Consumer Contracts Regulations 2013, parts 3 and schedule 3', 'Consumer Rights Act 2015'],
  NEUTRAL: [],
}

export const refunds = (facts: Facts): TemplateText => ({
  title: 'Refunds and cancellation',
  slug: 'refunds',
  laws: laws[facts.area],
  markdown: facts.area === 'EU' || facts.area === 'UK' ? withdrawal(facts) : returns(facts),
})

function withdrawal({ area, legalName, address, email, phone }: Facts): string {
  const word = area === 'EU' ? 'withdraw' : 'cancel'
  /** Before what is given up. */
  const from = area === 'EU' ? 'withdraw from' : 'cancel'
  const noun = area === 'EU' ? 'withdrawal' : 'cancellation'
  return paragraphs(
    `## Your right to ${word}`,
    `You can ${from} this contract within 14 days without giving any reason. The period ends 14 days after the day on which you, or somebody you name who is not the carrier, receive the goods; for goods of one order that come separately, the last of them.`,
    `To use this right, tell us (${legalName}, ${address}, ${email}, ${phone}) by a clear statement, such as a letter or an email. You may use the form below, but need not. It is enough to send the statement before the 14 days are over.`,
    `## What follows from a ${noun}`,
    'We pay back all that you have paid to us, including the cost of delivery (but not the extra cost of a dearer kind than the cheapest standard delivery that we offer), without delay and at the latest 14 days after we hear of your decision. We use the way in which you paid, unless we agree on another with you; you are charged nothing for it. We may wait until we have the goods back, or until you show that you have sent them, whichever is earlier.',
    `Send the goods back to ${address} without delay and at the latest 14 days after you have told us. You bear ${gap('“the direct cost of returning them”, or “no cost: we pay for the return”')}. You are liable for a loss in their value only where it comes from handling them in a way that is not needed to see what they are and how they work.`,
    '## Exceptions',
    `There is no right to ${word} for goods that are made to your wishes or clearly personal, that perish or expire quickly, that were sealed for reasons of health or hygiene and were opened, or that have been mixed inseparably with others after delivery; for sealed recordings or software that were opened; and for newspapers and magazines outside of a subscription.`,
    `${gap('which of your goods these are, or delete this line')}`,
    '## Faulty goods',
    `If goods are faulty, you have your rights under the law whether or not the 14 days are over. See the [Terms and conditions](/pages/terms).`,
    `## Model ${noun} form`,
    `(Complete and return this form only if you wish to ${from} the contract.)`,
    [
      `- To ${legalName}, ${address}, ${email}:`,
      `- I/We (\\*) hereby give notice that I/We (\\*) ${from} my/our (\\*) contract of sale of the following goods (\\*)/for the ${area === 'EU' ? 'provision' : 'supply'} of the following service (\\*),`,
      '- Ordered on (\\*)/received on (\\*),',
      '- Name of consumer(s),',
      '- Address of consumer(s),',
      '- Signature of consumer(s) (only if this form is notified on paper),',
      '- Date',
    ].join('\n'),
    '(\\*) Delete as appropriate.',
  )
}

function returns({ area, email, phone }: Facts): string {
  return paragraphs(
    '## Cancelling an order',
    `You can cancel an order until it is shipped: on its page, by email to ${email}, or by phone at ${phone}. ${area === 'IN' ? 'We charge nothing for this.' : ''}`.trim(),
    '## Returning goods',
    `You can return goods within ${gap('number')} days after you receive them if they are unused and in their packaging. These cannot be returned: ${gap('goods such as food or made to measure, or “none”')}. You bear ${gap('“the cost of the return”, or “no cost”')}.`,
    '## Exchange',
    `${gap('Whether and how goods are exchanged, or “We do not exchange goods; return them and order anew.”')}`,
    '## Damaged, wrong or late goods',
    'If goods are damaged, defective, not as described, other than what you ordered, or come later than promised, we take them back and refund them in full, with the cost of delivery; we also pay for their return.',
    '## Refunds',
    `We refund within ${gap('number')} days after we have the goods, in the way in which you paid; what was paid in cash goes to a bank account that you name.`,
  )
}
