import { shownNames } from '../../src/commerce/catalog/storefront-product.ts'
import { productId } from '../data/fill.ts'
import { BUSY_SUBDOMAIN, PASSWORD, PHONE, SUBDOMAIN } from '../data/shop.ts'
import type { HttpRequest } from '../load/load.ts'
import type { Bench } from '../open-bench.ts'

/** The requests of a shopper, each to the store that is measured. */

export const SITE = `/api/sites/${SUBDOMAIN}`
export const BUSY_SITE = `/api/sites/${BUSY_SUBDOMAIN}`
const JSON_TYPE = { 'content-type': 'application/json' }

/** The first order that fill.ts gives to the customer, and the phone that it was placed with. */
export const ORDER_NO = `ORD-${(7_919_000_003).toString(16).toUpperCase().padStart(10, '0')}`
const ORDER_PHONE = '9000000001'
export const PRODUCT_ID = productId(1)

const post = (path: string, body: object): HttpRequest => ({
  method: 'POST',
  path,
  headers: JSON_TYPE,
  body: JSON.stringify(body),
})

const withToken = (path: string, { shop }: Bench): HttpRequest => ({
  method: 'GET',
  path,
  headers: { authorization: `Bearer ${shop.token}` },
})

export const products = (): HttpRequest => ({ method: 'GET', path: `${SITE}/products` })

const PRODUCT_FIELDS = `id slug description price salePrice currency images ${shownNames.join(' ')} reviewSummary { count average }`

export const productsWithReviews = (): HttpRequest =>
  post(`${SITE}/graphql`, {
    query: `{ products(first: 100) { nodes { ${PRODUCT_FIELDS}
      reviews(first: 5) { nodes { id reviewerName rating title body createdAt } } } } }`,
  })

export const product = (): HttpRequest =>
  post(`${SITE}/graphql`, {
    query: `query ($id: ID!) { product(id: $id) { ${PRODUCT_FIELDS} } }`,
    variables: { id: PRODUCT_ID },
  })

export const reviews = (): HttpRequest => ({ method: 'GET', path: `${SITE}/reviews/${PRODUCT_ID}` })

export const orders = (bench: Bench) => withToken(`${SITE}/customer/orders`, bench)

export const trackOrder = (): HttpRequest => post(`${SITE}/track-order`, { orderNo: ORDER_NO, phone: ORDER_PHONE })

export const me = (bench: Bench) => withToken(`${SITE}/customer/me`, bench)

export const wishlist = (bench: Bench) => withToken(`${SITE}/wishlist`, bench)

const shopPage = (path: string) => (): HttpRequest => ({ method: 'GET', path: `/shop/${SUBDOMAIN}${path}` })

export const shopHome = shopPage('')

export const shopList = shopPage('/search')

export const shopProduct = shopPage(`/p/${PRODUCT_ID}`)

/** From the n-th address: few tries for a phone from one are allowed at a time. */
export const logIn = (n: number): HttpRequest => ({
  ...post(`${SITE}/customer/login`, { phone: PHONE, password: PASSWORD }),
  headers: { ...JSON_TYPE, 'x-forwarded-for': `10.1.0.${n}` },
})

export const ownerQuery = (site: string, ownerKey: string, query: string, variables: object = {}): HttpRequest => ({
  ...post(`${site}/owner/graphql`, { query, variables }),
  headers: { ...JSON_TYPE, authorization: `Bearer ${ownerKey}` },
})

export const everyRead = (bench: Bench): HttpRequest[] => [
  products(),
  product(),
  reviews(),
  productsWithReviews(),
  orders(bench),
  trackOrder(),
  me(bench),
  wishlist(bench),
]

/** A server that has too much to do says so: that is no mistake of whoever asks. */
export class Refused extends Error {}

/** The answer's text and headers. @throws Refused when it is 503, Error when it is anything else but 200 */
export async function ask(url: string, { method, path, headers, body }: HttpRequest) {
  // As the load's clients ask, who take no compressed answers.
  const answer = await fetch(url + path, {
    method,
    headers: { 'accept-encoding': 'identity', ...headers },
    ...(body && { body }),
  })
  const text = await answer.text()
  if (answer.status === 503) throw new Refused(`${method} ${path} answers 503: ${text.slice(0, 500)}`)
  if (answer.status !== 200) throw new Error(`${method} ${path} answers ${answer.status}: ${text.slice(0, 500)}`)
  return { text, headers: answer.headers }
}
