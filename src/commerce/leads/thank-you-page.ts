import { type Page, pageKind } from '../../api/http/pages/page.ts'
import { escapeHtml } from '../../platform/text/text.ts'

const page = pageKind({
  style: `
  main { text-align: center }
  .store { margin: 0 0 1.5rem; color: var(--quiet); font-weight: 600; overflow-wrap: anywhere }
  svg { display: block; width: 4rem; height: 4rem; margin: 0 auto 1.25rem; color: var(--good) }
  h1 { font-size: 1.75rem }
  .message { margin: .5rem 0 0; color: var(--quiet); overflow-wrap: anywhere }
  .back { display: inline-block; margin-top: 1.75rem; padding: .7rem 1.5rem; border-radius: .6rem;
    background: var(--good); color: var(--on-good); font-weight: 600; text-decoration: none }
  .back:hover { text-decoration: underline }
`,
})

interface ThankYou {
  storeName: string
  message: string
  cameFrom: string | null
}

/** For forms posted without JavaScript. */
export function thankYouPage({ storeName, message, cameFrom }: ThankYou): Page {
  const back = cameFrom === null ? '' : `\n<a class="back" href="${escapeHtml(cameFrom)}">Back to the site</a>`
  return page({
    title: `Thank you · ${storeName}`,
    body: `<main>
<p class="store" dir="auto">${escapeHtml(storeName)}</p>
<svg viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="32" cy="32" r="29"/><path d="M20 33l9 9 16-19"/></svg>
<h1>Thank you!</h1>
<p class="message">${escapeHtml(message)}</p>${back}
</main>`,
  })
}
