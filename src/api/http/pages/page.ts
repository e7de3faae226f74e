import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../../../platform/text/text.ts'

export interface Page {
  html: string
  headers: Record<string, string>
}

/** Colours have a contrast of at least 4.5 : 1. */
const baseStyle = `
  :root {
    color-scheme: light dark;
    --page: #f4f2ee; --card: #ffffff; --text: #1d1f23; --quiet: #5c6068; --line: #d9d6cf;
    --good: #17603a; --on-good: #ffffff; --bad: #a3261c; --link: #1a56c4;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #16181b; --card: #202327; --text: #eceae6; --quiet: #a8adb5; --line: #3a3f46;
      --good: #7fd6a4; --on-good: #0c2416; --bad: #ff9c90; --link: #8ab4ff;
    }
  }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; padding: 8vh 1rem 2rem; background: var(--page); color: var(--text);
    font: 1rem/1.5 system-ui, sans-serif }
  main { max-width: 28rem; margin: 0 auto; padding: 2rem; background: var(--card); border: 1px solid var(--line);
    border-radius: 1rem }
  h1 { margin: 0; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere }
  a { color: var(--link) }
  :focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
`

/** Otherwise browsers ask for /favicon.ico, which is not there. */
const NO_ICON = '<link rel="icon" href="data:,">\n'

interface PageKind {
  style: string
  script?: string
  connects?: boolean
  posts?: boolean
  /** Of this service. */
  pictures?: boolean
}

/** The security policy allows the given style and script alone. */
export function pageKind({ style, script, connects = false, posts = false, pictures = false }: PageKind) {
  const css = baseStyle + style
  const headers = {
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src ${hashOf(css)}`,
      ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
      ...(pictures ? ["img-src 'self' data:"] : []),
      ...(connects ? ["connect-src 'self'"] : []),
      "base-uri 'none'",
      `form-action ${posts ? "'self'" : "'none'"}`,
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  }
  /** @param title plain text @param body HTML */
  return ({ title, body }: { title: string; body: string }): Page => ({
    headers,
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${pictures ? NO_ICON : ''}<style>${css}</style>
</head>
<body>
${body}${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`,
  })
}

const hashOf = (asset: string): string => `'sha256-${createHash('sha256').update(asset).digest('base64')}'`

export const sendPage = (reply: FastifyReply, { html, headers }: Page): FastifyReply =>
  reply.headers(headers).type('text/html; charset=utf-8').send(html)
