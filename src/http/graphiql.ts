import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

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

/** A page to explore a schema with. */
export interface Graphiql {
  title: string
  /** What its editor shows at first. */
  firstQuery: string
  /** HTML at the start of the page, before GraphiQL itself. */
  opening?: string
}

export const storefrontGraphiql: Graphiql = { title: 'GraphiQL', firstQuery }

interface Rendered {
  plain: Buffer
  gzipped: Buffer
  securityPolicy: string
}

/** A page is the same for every store: it asks the address that it was loaded from. */
const pages = new WeakMap<Graphiql, Promise<Rendered>>()

async function render({ title, firstQuery, opening = '' }: Graphiql): Promise<Rendered> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const html = renderGraphiQL({ title, defaultQuery: firstQuery }).replace(/<body[^>]*>/, (body) => body + opening)
  const plain = Buffer.from(html)
  return { plain, gzipped: await promisify(gzip)(plain), securityPolicy: securityPolicy(html) }
}

/** Only the scripts of the page run, and they talk only to this server. Its editor runs in workers and sets styles. */
function securityPolicy(html: string): string {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    `default-src 'none'; script-src ${hashes.join(' ')}; worker-src blob:; style-src 'unsafe-inline'`,
    "connect-src 'self'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ')
}

/** Whether a person's browser asks, and not a program. */
export const wantsPage = ({ method, headers, query }: FastifyRequest): boolean =>
  method === 'GET' && Boolean(headers.accept?.includes('text/html')) && !(query as { query?: string }).query

/** GraphiQL with all that it needs in one page. */
export async function graphiqlPage(
  reply: FastifyReply,
  { headers }: FastifyRequest,
  graphiql: Graphiql,
): Promise<FastifyReply> {
  const page = pages.get(graphiql) ?? render(graphiql)
  pages.set(graphiql, page)
  const { plain, gzipped, securityPolicy } = await page
  reply
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'public, max-age=3600')
    .header('Vary', 'Accept, Accept-Encoding')
    .header('Content-Security-Policy', securityPolicy)
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(plain)
  return reply.header('Content-Encoding', 'gzip').send(gzipped)
}
