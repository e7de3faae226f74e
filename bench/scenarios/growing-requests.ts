import { Agent, request as send } from 'node:http'
import type { HttpRequest } from '../load/load.ts'
import type { Bench } from '../open-bench.ts'
import {
  ask,
  me,
  orders,
  ownerQuery,
  product,
  products,
  productsWithReviews,
  reviews,
  SITE,
  trackOrder,
} from './requests.ts'

export interface Timed {
  name: string
  request: HttpRequest
}

/** Lists, pages in the middle, categories, searches and counts: what has to stay as fast as the data grows. */
export async function growingRequests(
  bench: Bench,
  url: string,
  size: { products: number; orders: number },
): Promise<Timed[]> {
  const owner = (query: string, variables: object = {}) => ownerQuery(SITE, bench.shop.ownerKey, query, variables)
  const shopper = (query: string, variables: object = {}): HttpRequest => ({
    method: 'POST',
    path: `${SITE}/graphql`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  const fields = 'nodes { id name price salePrice }'
  const behind = (list: string) => `query ($after: String) { products(first: 100, after: $after) { ${list} } }`
  const after = await cursorInTheMiddle(url, size.products, (variables) => shopper(behind(END), variables))
  const ownersAfter = await cursorInTheMiddle(url, size.products, (variables) => owner(behind(END), variables))
  // fill.ts places orders a minute apart, backwards from here.
  const placedUntil = new Date(Date.parse('2026-01-01T00:00:00Z') - (size.orders / 2) * 60_000).toISOString()
  return [
    { name: 'products, first page', request: products() },
    { name: 'products, page of the middle', request: shopper(behind(fields), { after }) },
    {
      name: 'products, a category of a fifth',
      request: shopper(`{ products(first: 20, category: "Category 1") { ${fields} } }`),
    },
    { name: 'products with reviews', request: productsWithReviews() },
    { name: 'one product', request: product() },
    { name: 'reviews of a product', request: reviews() },
    { name: 'orders of a customer', request: orders(bench) },
    { name: 'track an order', request: trackOrder() },
    { name: 'me', request: me(bench) },
    { name: 'owner: products and count', request: owner('{ products(first: 20) { totalCount nodes { id name } } }') },
    { name: 'owner: products of the middle', request: owner(behind(fields), { after: ownersAfter }) },
    {
      name: 'owner: products of a category and count',
      request: owner('{ products(first: 20, category: "Category 1") { totalCount nodes { id name } } }'),
    },
    {
      name: 'owner: products by a common word',
      request: owner('{ products(first: 20, search: "garden") { nodes { id name } } }'),
    },
    { name: 'owner: orders and count', request: owner('{ orders(first: 20) { totalCount nodes { orderNo } } }') },
    {
      name: 'owner: orders of a status and count',
      request: owner('{ orders(first: 20, status: DELIVERED) { totalCount nodes { orderNo } } }'),
    },
    {
      name: 'owner: orders of the middle',
      request: owner(
        'query ($placedUntil: DateTime) { orders(first: 20, placedUntil: $placedUntil) { nodes { orderNo } } }',
        { placedUntil },
      ),
    },
    {
      name: 'owner: orders by a common word',
      request: owner('{ orders(first: 20, search: "kumar") { nodes { orderNo } } }'),
    },
    {
      name: 'owner: orders by a rare word',
      request: owner('{ orders(first: 20, search: "buyer77@") { nodes { orderNo } } }'),
    },
  ]
}

const END = 'pageInfo { endCursor }'

/** Walks there page by page: what is in a cursor is the service's own affair. */
async function cursorInTheMiddle(
  url: string,
  count: number,
  pageAfter: (variables: { after: string | null }) => HttpRequest,
): Promise<string | null> {
  let after: string | null = null
  for (let passed = 0; passed + 100 <= count / 2; passed += 100) {
    const { text } = await ask(url, pageAfter({ after }))
    // The shape of the query.
    const { data } = JSON.parse(text) as { data: { products: { pageInfo: { endCursor: string } } } }
    after = data.products.pageInfo.endCursor
  }
  return after
}

const agent = new Agent({ keepAlive: true })

/** Asks one after the other, over one connection, and gives the milliseconds of each. @throws Error when it fails */
export async function timesOf(url: string, { name, request }: Timed, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now()
    const { status, body } = await exchange(url, request)
    taken.push(performance.now() - startedAt)
    if (status !== 200 || body.includes('"errors"')) throw new Error(`${name} answers ${status}: ${body.slice(0, 500)}`)
  }
  return taken
}

/** Without `fetch`, which costs as much as a small answer does. */
const exchange = (url: string, { method, path, headers, body }: HttpRequest) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const request = send(url + path, { agent, method, ...(headers && { headers }) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    request.on('error', reject)
    request.end(body)
  })
