import { escapeHtml } from '../../platform/text/html.ts'
import type { Refusal } from '../refusal.ts'
import { type Page, pageKind } from './page.ts'

const page = pageKind({
  style: `
  p { margin: .75rem 0 0; overflow-wrap: anywhere }
`,
})

/** What a browser shows for a page that does not exist, or was refused. */
export function refusalPage(refusal: Pick<Refusal, 'status' | 'message'>): Page {
  const { title, explained } = wordsFor(refusal)
  return page({
    title,
    body: `<main>
<h1>${escapeHtml(title)}</h1>
<p>${explained}</p>
<p><a href="/">What this service offers</a></p>
</main>`,
  })
}

const wordsFor = ({ status, message }: Pick<Refusal, 'status' | 'message'>) =>
  message === 'Not found'
    ? { title: 'Page not found', explained: 'There is nothing at this address. Check it for a typing mistake.' }
    : { title: message, explained: `The server answered with status ${status}.` }
