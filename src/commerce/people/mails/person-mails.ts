import { randomUUID } from 'node:crypto'
import type { Mail } from '../../../platform/mailer.ts'
import { anchor, plainHtml } from '../../../platform/plain-mail.ts'
import { escapeHtml } from '../../../platform/text/text.ts'

// No mail has the person's name: who typed the address chose it, and the address may be another's.

interface Recipient {
  to: string
  /** Without a trailing slash; null without PUBLIC_URL: the mail then has the code. */
  publicUrl: string | null
}

interface CodeMail extends Recipient {
  code: string
}

export const passwordMail = ({ to, publicUrl, code }: CodeMail): Mail =>
  codeMail({
    ...{ to, publicUrl, code, page: 'new-password' },
    about: 'a forgotten password of the console: "storefront person password EMAIL" gives a new one',
    subject: 'Choose a new password for the console',
    why: `Somebody, probably you, asked for a new password for the console${at(publicUrl)}, where you log in with this address.`,
    what: 'choose one. It works once, within an hour',
    otherwise: 'If it was not you, ignore this email: your password has not changed.',
  })

export const passwordChangedMail = ({ to, publicUrl }: Recipient): Mail =>
  plainMail(to, 'a password of the console that was changed', 'Your password for the console was changed', [
    `The password with which you log in to the console${at(publicUrl)} was changed, and all other browsers were logged out.`,
    'If it was not you, choose another one at once: “Forgotten your password?” on the page where you log in. Then look through your stores: their keys, members and payment account.',
  ])

export const factorMail = ({ to, publicUrl }: Recipient, isOn: boolean): Mail =>
  plainMail(
    to,
    'a second factor of the console that was changed',
    isOn ? 'Your log-in to the console asks for a code now' : 'Your log-in to the console asks for no code any more',
    [
      isOn
        ? `Log-ins to the console${at(publicUrl)} with this address now ask for a code of an app after the password. Keep the recovery codes that were shown with it.`
        : `Log-ins to the console${at(publicUrl)} with this address ask for the password alone: the codes of an app were switched off.`,
      'If it was not you, choose another password at once: “Forgotten your password?” on the page where you log in. Then ask whoever runs the server: “storefront person second-factor-off” with your address.',
    ],
  )

export const oldEmailMail = ({ to, publicUrl, code }: CodeMail, wanted: string): Mail =>
  codeMail({
    ...{ to, publicUrl, code, page: 'email' },
    about: 'a change of email in the console: "storefront person email OLD NEW" makes it',
    subject: 'Do you want another email for the console?',
    why: `Somebody who is logged in as you wants to log in to the console${at(publicUrl)} with ${wanted} instead of this address.`,
    what: 'agree to it, within an hour. The new address gets a mail after that',
    otherwise: 'If it was not you, do nothing but choose another password at once: somebody knows yours.',
  })

export const newEmailMail = ({ to, publicUrl, code }: CodeMail): Mail =>
  codeMail({
    ...{ to, publicUrl, code, page: 'email' },
    about: 'a change of email in the console: "storefront person email OLD NEW" makes it',
    subject: 'Confirm your email for the console',
    why: `Somebody wants to log in to the console${at(publicUrl)} with this address.`,
    what: 'confirm that it is yours, within an hour',
    otherwise: 'If you do not recognise this, ignore this email: nothing happens.',
  })

/** Says what the page must not: that somebody has the address. */
export const takenEmailMail = ({ to, publicUrl }: Recipient): Mail =>
  plainMail(to, 'a change of email in the console to one that somebody has', 'You log in to the console already', [
    `Somebody wants to log in to the console${at(publicUrl)} with this address, with which you log in already. Nothing has changed.`,
  ])

/** To the address of before. */
export const emailChangedMail = ({ to, publicUrl, code }: CodeMail): Mail =>
  codeMail({
    ...{ to, publicUrl, code, page: 'email-undo' },
    about: 'a changed email of the console: "storefront person email OLD NEW" changes it back',
    subject: 'Your email for the console was changed',
    why: `You do not log in to the console${at(publicUrl)} with this address any more, but with another.`,
    what: 'take it back if it was not you, within 7 days',
    otherwise: 'If it was you, there is nothing to do.',
  })

interface CodeWords extends CodeMail {
  /** Of the console. */
  page: string
  about: string
  subject: string
  why: string
  /** What to do with it, without a stop. */
  what: string
  otherwise: string
}

function codeMail({ to, publicUrl, code, page, about, subject, why, what, otherwise }: CodeWords): Mail {
  const link = publicUrl === null ? null : `${publicUrl}/console/${page}#${code}`
  const how = link === null ? `Enter this code at /console/${page} to ${what}:` : `Follow this link to ${what}:`
  const shown = link === null ? `<strong>${escapeHtml(code)}</strong>` : anchor(link)
  return {
    ...plainMail(to, about, subject, [why, how, link ?? code, otherwise]),
    html: plainHtml([escapeHtml(why), escapeHtml(how), shown, escapeHtml(otherwise)]),
  }
}

const plainMail = (to: string, about: string, subject: string, paragraphs: readonly string[]): Mail => ({
  ...{ id: randomUUID(), to, about, subject },
  text: paragraphs.join('\n\n'),
  html: plainHtml(paragraphs.map(escapeHtml)),
})

const at = (publicUrl: string | null): string => (publicUrl === null ? '' : ` at ${new URL(publicUrl).host}`)
