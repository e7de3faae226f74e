import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createStoreDirectory, type StoreDirectory } from '../../src/commerce/stores/store-directory.ts'
import { createServer, type ServerOptions } from '../../src/process/server.ts'
import { ownAddress } from './addresses.ts'
import type { Shop } from './shop.ts'

// Requests for answers that all visitors of a store get alike, and processes that keep such answers.

export interface PublicRequest {
  method: 'GET' | 'POST'
  url: string
  payload?: { query: string }
}

const SHOWN = 'id name slug description price salePrice currency images category brand'
const REVIEWED =
  'reviewSummary { count average } reviews(first: 5) { nodes { id reviewerName rating title body verified } }'
const VARIED = 'variants { id options { name value } price salePrice }'
const STORE =
  'store { subdomain name currency tax { rate inclusive } shipping { fee freeFrom } loyalty { enabled earnRate redeemRate } chatEnabled locale business { legalName address { town } } appearance { name heroText links { label url } } }'

export interface Named {
  id: string
  slug: string
  category: string
  /** The slug of a published page of the owner. */
  page?: string
}

/** GraphQL documents by name; together they have every public root field. */
export const publicDocuments = ({ id, slug, category, page = 'terms' }: Named): Record<string, string> => ({
  'products with reviews': `{ products { nodes { ${SHOWN} ${VARIED} ${REVIEWED} } } }`,
  'products of a category': `{ products(category: "${category}", first: 3) { nodes { ${SHOWN} } pageInfo { hasNextPage } } }`,
  'what is available': '{ products { nodes { slug available variants { id available } } } }',
  'a product by id': `{ product(id: "${id}") { ${SHOWN} ${VARIED} ${REVIEWED} } }`,
  'a product by slug': `{ product(slug: "${slug}") { ${SHOWN} ${REVIEWED} } }`,
  'a product’s page': `{ product(idOrSlug: "${slug}") { ${SHOWN} rating { average count } media { url alt } attributes { name value } seo { title description } related(first: 3) { ${SHOWN} } } }`,
  'reviews by the id of their product': `{ reviews(productId: "${id}", first: 5) { nodes { id reviewerName rating title body verified } summary { count average } } }`,
  'the store': `{ ${STORE} }`,
  'the sitemap': '{ sitemap { parts products { id slug } } }',
  'the categories': '{ categories { name count image picture { url variants { width url } } } }',
  'the header': '{ menu(place: HEADER) { label url category page entries { label url } } }',
  'the pages': '{ pages { slug title updatedAt } }',
  'a page': `{ page(slug: "${page}") { slug title html markdown } }`,
  'what is being typed': `{ suggest(q: "${slug.slice(0, 3)}") { kind text slug } }`,
})

/** Requests of every kind, by name. */
export function publicRequests(subdomain: string, named: Named): Record<string, PublicRequest> {
  const base = `/api/sites/${subdomain}`
  const documents = Object.entries(publicDocuments(named))
  return {
    'REST: products': { method: 'GET', url: `${base}/products` },
    'REST: products of a category': {
      method: 'GET',
      url: `${base}/products?category=${encodeURIComponent(named.category)}`,
    },
    'REST: a product’s page': { method: 'GET', url: `${base}/products/${named.slug}` },
    'REST: related products': { method: 'GET', url: `${base}/products/${named.slug}/related` },
    'REST: categories': { method: 'GET', url: `${base}/categories` },
    'REST: pages': { method: 'GET', url: `${base}/pages` },
    'REST: a page': { method: 'GET', url: `${base}/pages/${named.page ?? 'terms'}` },
    'REST: suggestions': { method: 'GET', url: `${base}/suggest?q=${named.slug.slice(0, 3)}` },
    'REST: reviews': { method: 'GET', url: `${base}/reviews/${named.id}` },
    ...Object.fromEntries(
      documents.map(([name, query]) => [
        `GraphQL: ${name}`,
        { method: 'POST', url: `${base}/graphql`, payload: { query } } satisfies PublicRequest,
      ]),
    ),
    'GraphQL by GET: the store and its products': {
      method: 'GET',
      url: `${base}/graphql?query=${encodeURIComponent(`{ ${STORE} products { nodes { ${SHOWN} } } }`)}`,
    },
  }
}

/** The answer to a request from an address of its own. */
export async function answerTo(app: FastifyInstance, request: PublicRequest, headers: Record<string, string> = {}) {
  const { method, url, payload } = request
  const answer = await app.inject({
    method,
    url,
    headers: { 'x-forwarded-for': ownAddress(), ...headers },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body }
}

export async function answersTo(app: FastifyInstance, requests: Record<string, PublicRequest>) {
  const answers: Record<string, { status: number; body: string }> = {}
  for (const [name, request] of Object.entries(requests)) answers[name] = await answerTo(app, request)
  return answers
}

/** One more process on the shop's database, as far as it matters here: a server that knows of no other's changes. */
export interface Neighbour {
  app: FastifyInstance
  stores: StoreDirectory
}

export async function openNeighbour(
  { services, database }: Shop,
  config: Partial<ServerOptions['config']> = {},
  options: Partial<Pick<ServerOptions, 'connections' | 'services'>> = {},
): Promise<Neighbour> {
  const stores = createStoreDirectory(database.prisma)
  const app = await createServer({
    services: { ...services, stores },
    config: { trustProxy: { hops: 1 }, defaultStore: null, graphiql: true, metrics: false, ...config },
    isReady: async () => true,
    ...options,
  })
  return { app, stores }
}

/**
 * Lets time pass for all that measures it by `performance.now()`, as caches do; `isStill` lets none pass by itself.
 * `restore` gives the real time back.
 */
export function passTime({ isStill = false } = {}) {
  const start = performance.now()
  const real = isStill ? () => start : performance.now.bind(performance)
  let ahead = 0
  // A spy of vitest would remember a million calls.
  performance.now = () => real() + ahead
  return {
    async pass(ms: number): Promise<void> {
      ahead += ms
      // lru-cache asks for the time once in a millisecond.
      await wait(3)
    },
    restore: () => void Reflect.deleteProperty(performance, 'now'),
  }
}
