import { type Page, pageKind } from '../../api/http/pages/page.ts'
import { escapeHtml } from '../../platform/text/text.ts'
import type { ListedMail } from './sandbox-mails.ts'

const page = pageKind({
  style: `
  main { max-width: 44rem }
  .note { margin: .25rem 0 0; color: var(--quiet) }
  article { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
  h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere }
  p { margin: .25rem 0 0; overflow-wrap: anywhere }
  pre { margin: .75rem 0 0; padding: .75rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--page);
    font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere }
`,
})

/** @param path the page's own address, below which each mail has its HTML */
export function sandboxMailsPage(
  { businessName, timeZone }: { businessName: string; timeZone: string },
  mails: readonly ListedMail[],
  path: string,
): Page {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const shown = ({ id, recipient, subject, text, createdAt }: ListedMail) => `<article>
<h2 dir="auto">${escapeHtml(subject)}</h2>
<p class="note">To ${escapeHtml(recipient)}, ${escapeHtml(time.format(createdAt))} · <a href="${escapeHtml(`${path}/${id}`)}">as HTML</a></p>
<pre tabindex="0" dir="auto">${withLinks(escapeHtml(text))}</pre>
</article>`
  return page({
    title: `Mails of ${businessName} (sandbox)`,
    body: `<main>
<h1 dir="auto">${escapeHtml(businessName)}</h1>
<p class="note">The latest mails to customers and to the owner. They were not sent, as no mail server is set.</p>
${mails.length > 0 ? mails.map(shown).join('\n') : '<p role="status">There are none yet. Buy something with an email address, or sign up with one.</p>'}
</main>`,
  })
}

/** Links the web addresses in escaped text. */
const withLinks = (html: string): string =>
  html.replace(/https?:\/\/(?:[^\s<>&]|&amp;)+/g, (url) => `<a href="${url}">${url}</a>`)

/** Styled on the elements; nothing of it may run, load or send. */
export const sandboxMailPage = (html: string): Page => ({
  html,
  headers: {
    'Content-Security-Policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  },
})
