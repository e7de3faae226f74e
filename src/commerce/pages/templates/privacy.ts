import { gap } from '../../../shared/texts/text-gaps.ts'
import { type Facts, paragraphs, type TemplateText } from './facts.ts'

const laws: Record<Facts['area'], readonly string[]> = {
  IN: [
    'Digital Personal Data Protection Act, 2023, and Rules, 2025 (in force in stages until May 2027)',
    'Information Technology (Reasonable Security Practices and Sensitive Personal Data) Rules, 2011',
  ],
  EU: ['Regulation (EU) 2016/679 (GDPR), articles 13, 15 to 21 and 77'],
  UK: ['UK GDPR and Data Protection Act 2018, as amended by the Data (Use and Access) Act 2025'],
  NEUTRAL: [],
}

/** As docs/shop.md lists them. */
const COOKIES = `| cookie | what for | kept |
|---|---|---|
| \`shop-cart-…\` | your cart | 30 days |
| \`shop-customer-…\` | that you are logged in | until you log out, at most 30 days |
| \`shop-orders-…\` | the orders that you placed or looked up in this browser | 30 days |
| \`shop-place-…\` | the postal code that you gave to see what delivery costs | 30 days |
| \`shop-access-…\` | that you know the password of the shop, where it has one | as long as it is valid |`.replaceAll(
  '`',
  '',
)

export const privacy = (facts: Facts): TemplateText => ({
  title: 'Privacy',
  slug: 'privacy',
  laws: laws[facts.area],
  markdown: paragraphs(
    '## Who is responsible',
    `${facts.legalName}, ${facts.address}, ${facts.email}, ${facts.phone}.`,
    facts.area === 'EU' && `Data protection officer: ${gap('name and email, or delete this line if you need none')}.`,
    '## What we use, and why',
    purposes(facts),
    'You need not give us more than an order needs. Without a name, an address and a way to reach you we cannot deliver.',
    '## Who else receives it',
    `The carrier gets name, address and phone number, and the payment provider (${gap('name')}) what a payment needs. The shop runs at ${gap('your host')}, mails go through ${gap('your mail service')}. ${gap('others, or delete this')} We sell no data.`,
    facts.area !== 'NEUTRAL' &&
      gap('to which other countries data goes, and with which safeguards; or delete this line'),
    '## How long we keep it',
    `Orders and invoices for ${gap('years that tax law asks for')} years; accounts until you delete them; messages for ${gap('number')} months; the newsletter until you unsubscribe.`,
    '## Cookies',
    'The shop sets only cookies that it needs to work, and none for advertising or statistics:',
    COOKIES,
    'While you fill in the checkout, your browser keeps what you have typed until the order is placed or the tab is closed.',
    '## Your rights',
    ...rights(facts),
  ),
})

function purposes({ area }: Facts): string {
  const rows = [
    ['your name, address, phone number, email and order', 'to fulfil your order', 'contract, art. 6 (1) b'],
    ['orders and invoices', 'tax and accounts', 'legal obligation, art. 6 (1) c'],
    ['your account and points, if you have one', 'to give you an account', 'contract, art. 6 (1) b'],
    [
      'messages to us and to the assistant',
      'to answer them',
      'contract or legitimate interest in answering, art. 6 (1) b, f',
    ],
    ['reviews', 'to show them', 'legitimate interest in showing what buyers think, art. 6 (1) f'],
    ['your email address, if you ask for the newsletter', 'to send it', 'consent, art. 6 (1) a'],
    ['your network address', 'to serve the shop and to keep abuse away', 'legitimate interest in safety, art. 6 (1) f'],
  ]
  const hasGrounds = area === 'EU' || area === 'UK'
  const head = hasGrounds ? '| what | why | ground |\n|---|---|---|' : '| what | why |\n|---|---|'
  return [head, ...rows.map((row) => `| ${row.slice(0, hasGrounds ? 3 : 2).join(' | ')} |`)].join('\n')
}

function rights({ area, officer, email }: Facts): string[] {
  const itself =
    'With an account you can see, correct, download and delete your data yourself, under [your account](/account).'
  switch (area) {
    case 'IN':
      return [
        'You can ask what we hold about you, have it corrected, completed or erased, withdraw a consent, and name somebody who exercises these rights when you no longer can.',
        itself,
        `Write to our grievance officer, ${officer}. If that does not help, you can complain to the Data Protection Board of India.`,
      ]
    case 'EU':
      return [
        'You have the right to access, rectification, erasure, restriction of processing and data portability. You can object to what rests on a legitimate interest, and withdraw a consent at any time; what was done before stays lawful. There is no automated decision about you.',
        itself,
        `Write to ${email}. You can also complain to a data protection authority, such as ${gap('the authority of your country')}.`,
      ]
    case 'UK':
      return [
        'You have the right to access, rectification, erasure, restriction of processing and data portability. You can object to what rests on a legitimate interest, and withdraw a consent at any time; what was done before stays lawful. There is no automated decision about you.',
        itself,
        `To complain, write to ${email}: we acknowledge it within 30 days and tell you the outcome. You can also complain to the Information Commissioner, ico.org.uk.`,
      ]
    default:
      return ['You can ask what we hold about you, and have it corrected or erased.', itself, `Write to ${email}.`]
  }
}
