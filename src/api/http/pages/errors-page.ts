import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../../platform/text/text.ts'
import { reasons } from '../../../shared/reasons.ts'
import { ERRORS_PATH } from '../refusal.ts'
import { type ErrorCode, errorCodes, graphqlCodes } from '../status.ts'
import { pageKind, sendPage } from './page.ts'

const page = pageKind({
  style: `
  main { max-width: 44rem }
  dl { margin: 1.5rem 0 0 }
  dt { padding-top: .7rem; border-top: 1px solid var(--line); font-weight: 600; overflow-wrap: anywhere }
  dt:target { color: var(--link) }
  dd { margin: 0 0 .7rem; color: var(--quiet) }
`,
})

/** The `type` of problem documents leads here. */
export function errorsPage(app: FastifyInstance): void {
  const errors = page({
    title: 'Errors',
    body: `<main>
<h1>Errors</h1>
<dl>
${Object.entries({ ...errorCodes, ...graphqlCodes })
  .map(entry)
  .join('\n')}
</dl>
<h2>Reasons</h2>
<dl>
${Object.entries(reasons)
  .map(([reason, when]) => `<dt id="${reason}">${reason}</dt><dd>${text(when)}.</dd>`)
  .join('\n')}
</dl>
</main>`,
  })
  app.get(ERRORS_PATH, async (_request, reply) => sendPage(reply, errors))
}

const text = (markdown: string): string => escapeHtml(markdown).replaceAll('`', '')

function entry([code, { status, title, when, remedy }]: [string, ErrorCode]): string {
  const meaning = `<dd>${text(when)}.</dd><dd>${text(remedy)}.</dd>`
  return `<dt id="${code}">${code} – ${status} ${escapeHtml(title)}</dt>${meaning}`
}
