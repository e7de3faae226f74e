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

let page: Promise<{ plain: Buffer; gzipped: Buffer }> | undefined

/** The page is the same for every store: it asks the address that it was loaded from. */
async function render() {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const plain = Buffer.from(renderGraphiQL({ title: 'GraphiQL', defaultQuery: firstQuery }))
  return { plain, gzipped: await promisify(gzip)(plain) }
}

/** Whether a person's browser asks, and not a program. */
export const wantsPage = ({ method, headers, query }: FastifyRequest): boolean =>
  method === 'GET' && Boolean(headers.accept?.includes('text/html')) && !(query as { query?: string }).query

/** GraphiQL with all that it needs in one page. */
export async function graphiqlPage(reply: FastifyReply, { headers }: FastifyRequest): Promise<FastifyReply> {
  page ??= render()
  const { plain, gzipped } = await page
  reply
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'public, max-age=3600')
    .header('Vary', 'Accept, Accept-Encoding')
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.send(plain)
  return reply.header('Content-Encoding', 'gzip').send(gzipped)
}
