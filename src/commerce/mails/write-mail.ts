import type { Mail } from '../../platform/mailer.ts'
import { escapeHtml, oneLine } from '../../platform/text/text.ts'
import { footHtml, footLines } from './mail-foot.ts'
import { type Details, detailsOf, type MailFacts, type Row, todoOf, valuesOf } from './order-facts.ts'
import { fill } from './placeholders.ts'
import { DEFAULT_LANGUAGE, type Language, words } from './words/words.ts'

/** Null where the service's own words stand. */
interface OwnWords {
  subject: string | null
  body: string | null
}

export type WrittenMail = Pick<Mail, 'subject' | 'text' | 'html'>

/** Text and HTML. What comes from people is escaped in HTML and stays on its line in text. */
export function writeMail(facts: MailFacts, own: OwnWords | null, language: Language = DEFAULT_LANGUAGE): WrittenMail {
  const spoken = words[language]
  const values = valuesOf(facts, spoken)
  const template = spoken.mails[facts.name]
  const paragraphs = (own?.body ?? template.body)
    .split(/\n\s*\n/)
    .map((paragraph) => fill(paragraph, values).trim())
    .filter((paragraph) => paragraph !== '')
  const isPlayMoney = facts.order.provider === 'SANDBOX'
  const said = [...paragraphs, ...todoOf(facts, spoken), ...(isPlayMoney ? [spoken.playMoney] : [])]
  const details = detailsOf(facts, spoken)
  return {
    subject: oneLine(fill(own?.subject ?? template.subject, values)),
    text: textOf(facts, said, details),
    html: htmlOf(facts, said, details, language),
  }
}

function textOf({ store }: MailFacts, paragraphs: readonly string[], { rows, lines, sums }: Details): string {
  const labelled = ({ label, value }: Row) => `${label}: ${value}`
  return [
    ...paragraphs,
    rows.map(labelled).join('\n'),
    lines.map(({ what, price }) => `${what}  ${price}`).join('\n'),
    sums.map(labelled).join('\n'),
    [oneLine(store.businessName), ...(store.storefrontUrl ? [store.storefrontUrl] : [])].join('\n'),
    footLines(store).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

// Mail programs ignore style sheets.
const style = {
  body: 'margin: 0; padding: 24px 12px; background: #f4f2ee; color: #1d1f23; font: 16px/1.5 system-ui, sans-serif',
  card: 'max-width: 560px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #d9d6cf; border-radius: 12px; overflow-wrap: anywhere',
  store: 'margin: 0 0 16px; font-size: 18px; line-height: 1.3',
  paragraph: 'margin: 0 0 12px; white-space: pre-line',
  table: 'width: 100%; margin-top: 16px; border-top: 1px solid #d9d6cf; padding-top: 12px; border-spacing: 0',
  label: 'padding: 2px 12px 2px 0; color: #5c6068; vertical-align: top; text-align: left; font-weight: normal',
  value: 'padding: 2px 0; text-align: right; vertical-align: top',
  foot: 'margin: 20px 0 0; color: #5c6068; font-size: 14px',
  seller: 'margin: 8px 0 0; color: #5c6068; font-size: 13px',
}

function htmlOf(
  { store }: MailFacts,
  paragraphs: readonly string[],
  { rows, lines, sums }: Details,
  language: Language,
): string {
  const name = escapeHtml(store.businessName)
  const site = store.storefrontUrl
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="${style.body}">
<div style="${style.card}">
<h1 dir="auto" style="${style.store}">${name}</h1>
${paragraphs.map((paragraph) => `<p dir="auto" style="${style.paragraph}">${escapeHtml(paragraph)}</p>`).join('\n')}
${table(rows)}
${table(lines.map(({ what, price }) => ({ label: what, value: price })))}
${table(sums)}
<p style="${style.foot}">${site ? anchor(site, name) : name}</p>
${footHtml(store, style.seller)}</div>
</body>
</html>
`
}

const table = (rows: readonly Row[]): string =>
  rows.length === 0
    ? ''
    : `<table role="presentation" style="${style.table}">
${rows.map(tableRow).join('\n')}
</table>`

const tableRow = ({ label, value, isLink = false }: Row): string =>
  `<tr><td dir="auto" style="${style.label}">${escapeHtml(label)}</td><td dir="auto" style="${style.value}">${isLink ? anchor(value, escapeHtml(value)) : escapeHtml(value)}</td></tr>`

/** Web addresses only. @param shown HTML */
const anchor = (url: string, shown: string): string =>
  /^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}" style="color: #1a56c4">${shown}</a>` : shown
