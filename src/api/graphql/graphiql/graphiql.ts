import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../../platform/text/text.ts'
import { graphiqlAssets } from './graphiql-assets.ts'

const firstQuery = `# Welcome to the storefront. Ctrl-Enter runs the query, Ctrl-Space completes it.

query Welcome {
  store {
    name
    currency
  }
  products(first: 5) {
    nodes {
      name
      price
      salePrice
      variants {
        options { name value }
        price
        available
      }
      reviewSummary { count average }
      reviews(first: 2) {
        nodes { rating title reviewerName }
      }
    }
  }
}
`

export interface Graphiql {
  title: string
  /** Shown first in the editor. */
  firstQuery: string
  /** Run before GraphiQL starts. */
  opening?: { html: string; script: string }
}

export const storefrontGraphiql: Graphiql = { title: 'GraphiQL', firstQuery }

/** Scripts of this server only, connecting only to it. GraphiQL's editor needs workers and inline styles. */
const securityPolicy = [
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'",
  "connect-src 'self'; img-src 'self' data:; font-src data:",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ')

/** A browser asks for a page, a program for data. */
export const wantsPage = ({ method, headers, query }: FastifyRequest): boolean =>
  method === 'GET' && Boolean(headers.accept?.includes('text/html')) && !(query as { query?: string }).query

/** The page queries the address that it was loaded from. */
export async function graphiqlPage(
  reply: FastifyReply,
  { url }: FastifyRequest,
  { title, firstQuery, opening }: Graphiql,
): Promise<FastifyReply> {
  const { version } = await graphiqlAssets()
  // Relative addresses, because a proxy may serve this service below a path.
  const [path = ''] = url.split('?')
  const assets = `${'../'.repeat(path.split('/').length - 2)}graphiql/${version}`
  const script = (name: string) => `<script src="${assets}/${name}"></script>`
  return reply
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-cache')
    .header('Vary', 'Accept')
    .header('Content-Security-Policy', securityPolicy)
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${assets}/favicon.ico">
<link rel="stylesheet" href="${assets}/graphiql.css">
</head>
<body id="body" class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
${opening ? `${opening.html}\n${script(opening.script)}` : ''}
<div id="root" data-title="${escapeHtml(title)}" data-query="${escapeHtml(firstQuery)}"></div>
${script('graphiql.js')}
${script('start.js')}
</body>
</html>
`)
}
