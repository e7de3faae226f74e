import { type Page, pageKind } from '../../../api/http/pages/page.ts'
import { escapeHtml } from '../../../platform/text/text.ts'
import type { AccountPage } from './send-account-mail.ts'

const page = pageKind({
  posts: true,
  style: `
  .store { margin: 0 0 .5rem; color: var(--quiet); font-weight: 600; overflow-wrap: anywhere }
  label { display: block; margin-top: 1rem; font-weight: 600 }
  input { display: block; width: 100%; margin-top: .25rem; padding: .6rem; border: 1px solid var(--quiet);
    border-radius: .5rem; background: var(--page); color: var(--text); font: inherit; font-weight: 400 }
  button { margin-top: 1.5rem; padding: .7rem 1.5rem; border: 0; border-radius: .6rem; background: var(--good);
    color: var(--on-good); font: inherit; font-weight: 600; cursor: pointer }
  .message { margin: .75rem 0 0 }
  .bad { color: var(--bad) }
`,
})

interface AccountForm {
  storeName: string
  /** From the link; empty when missing. */
  code: string
  mistake?: string
}

interface Words {
  title: string
  explained: string
  inputs: string
  button: string
  done: string
  /** A page of the shop, and what leads there. */
  next: { path: string; text: string }
}

const words: Readonly<Record<AccountPage, Words>> = {
  'reset-password': {
    title: 'Choose a new password',
    explained: 'Use at least 6 characters. You will be logged out everywhere.',
    inputs: `
<label>New password<input type="password" name="password" autocomplete="new-password" required minlength="6" maxlength="72"></label>`,
    button: 'Set the password',
    done: 'Your password is set. You can now log in with it.',
    next: { path: '/log-in', text: 'Log in' },
  },
  'confirm-email': {
    title: 'Confirm your email address',
    explained: 'You received this link because this address was given for an account.',
    inputs: '',
    button: 'Confirm',
    done: 'Thank you: your email address is confirmed.',
    next: { path: '/account', text: 'Go to your account' },
  },
}

/** Asks for the code when there is none; works without scripts. */
export function accountForm(which: AccountPage, { storeName, code, mistake }: AccountForm): Page {
  const { title, explained, inputs, button } = words[which]
  const alert = mistake === undefined ? '' : `\n<p class="message bad" role="alert">${escapeHtml(mistake)}</p>`
  const given = code !== '' && mistake === undefined
  const codeInput = given
    ? `<input type="hidden" name="code" value="${escapeHtml(code)}">`
    : `<label>Code<input name="code" value="${escapeHtml(code)}" autocomplete="one-time-code" required maxlength="100"></label>`
  return whole(
    title,
    storeName,
    `<p class="message">${explained}</p>${alert}
<form method="post" action="${which}">
${codeInput}${inputs}
<button>${button}</button>
</form>`,
  )
}

/** @param shop what the addresses of the store's shop begin with; null where it has none */
export function accountDone(which: AccountPage, storeName: string, shop: string | null): Page {
  const { title, done, next } = words[which]
  const link = `\n<p class="message"><a href="${escapeHtml(shop + next.path)}">${next.text}</a></p>`
  return whole(title, storeName, `<p class="message" role="status">${done}</p>${shop === null ? '' : link}`)
}

const whole = (title: string, storeName: string, body: string): Page =>
  page({
    title: `${title} · ${storeName}`,
    body: `<main>
<p class="store" dir="auto">${escapeHtml(storeName)}</p>
<h1>${title}</h1>
${body}
</main>`,
  })
