import { randomUUID } from 'node:crypto'
import type { Mail } from '../../../platform/mailer.ts'
import { anchor, plainHtml } from '../../../platform/plain-mail.ts'
import { escapeHtml } from '../../../platform/text/text.ts'
import { footHtml, footLines, type SellingBusiness } from '../../mails/mail-foot.ts'
import { fromStore, type SendingStore } from '../../stores/mail-sender.ts'

interface CodeMail {
  store: SendingStore & SellingBusiness
  to: string
  code: string
  link: string | null
}

// No mail has the customer's name: whoever signs up chooses it, and the address may be another's.

export const passwordMail = ({ store, to, code, link }: CodeMail): Mail =>
  codeMail({ store, to, code, link }, A_PASSWORD, `${store.businessName}: choose a new password`, [
    `Someone, probably you, asked to reset the password of your account at ${store.businessName}.`,
    link === null
      ? 'Use this code to choose a new one. It works once, within 30 minutes:'
      : 'Follow this link to choose a new one. It works once, within 30 minutes:',
    'If it was not you, ignore this email: your password has not changed.',
  ])

export const confirmationMail = ({ store, to, code, link }: CodeMail): Mail =>
  codeMail(
    { store, to, code, link },
    'an email address to confirm',
    `${store.businessName}: confirm your email address`,
    [
      `This address was given for an account at ${store.businessName}.`,
      link === null
        ? 'If it is yours, confirm it with this code, within 24 hours:'
        : 'If it is yours, confirm it here, within 24 hours:',
      'If you do not recognise this, ignore this email: nothing more will be sent here.',
    ],
  )

/** To the address confirmed before: the new one may not be its holder's. */
export const addressChangedMail = ({ store, to }: Pick<CodeMail, 'store' | 'to'>): Mail =>
  mail(store, to, 'an email address that was changed', `${store.businessName}: your email address was changed`, [
    `The email address of your account at ${store.businessName} was changed. Nothing more will be sent to this address.`,
    'If it was not you, log in and change your password, or contact the store.',
  ])

const A_PASSWORD = 'a forgotten password: the owner can make the link to a new one (createPasswordLink)'

function codeMail(
  { store, to, code, link }: CodeMail,
  about: string,
  subject: string,
  paragraphs: readonly string[],
): Mail {
  const [why = '', what = '', otherwise = ''] = paragraphs
  const shown = link === null ? `<strong>${escapeHtml(code)}</strong>` : anchor(link)
  return {
    ...mail(store, to, about, subject, [why, what, link ?? code, otherwise]),
    html: page(store, [escapeHtml(why), escapeHtml(what), shown, escapeHtml(otherwise)]),
  }
}

const mail = (
  store: SendingStore & SellingBusiness,
  to: string,
  about: string,
  subject: string,
  paragraphs: readonly string[],
): Mail => ({
  id: randomUUID(),
  to,
  about,
  ...fromStore(store),
  subject,
  text: [...paragraphs, footLines(store).join('\n')].filter(Boolean).join('\n\n'),
  html: page(store, paragraphs.map(escapeHtml)),
})

/** @param paragraphs HTML */
const page = (store: SellingBusiness, paragraphs: readonly string[]) =>
  plainHtml(paragraphs, footHtml(store, 'color: #5c6068; font-size: 13px'))
