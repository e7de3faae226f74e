import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client/core'
import { Client, fetchExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { GraphQLClient } from 'graphql-request'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  CartDocument,
  CheckoutDocument,
  CreateCartDocument,
  graphcacheKeys,
  ProductDocument,
  ProductsDocument,
  TrackOrderDocument,
  type TypedDocument,
  UpdateCartDocument,
  VerifyPaymentDocument,
} from '../src/graphql.ts'
import { buyer, openTeaHouse, type TeaHouse } from './tea-house.ts'

/** The documents buy with clients that others have made. Each script is what a page would do, in that client's words. */

let house: TeaHouse
let url: string

beforeAll(async () => {
  house = await openTeaHouse()
  url = `${house.baseUrl}/api/sites/${house.store.subdomain}/graphql`
})
afterAll(() => house.close())

interface Caller {
  query<Data, Variables extends object>(document: TypedDocument<Data, Variables>, variables: Variables): Promise<Data>
  mutate<Data, Variables extends object>(document: TypedDocument<Data, Variables>, variables: Variables): Promise<Data>
}

/** In place of the provider's widget, which hands the same to the page. */
async function pay(providerOrderId: string) {
  const { provider_payment_id, provider_signature } = await house.visit().payInSandbox({ providerOrderId })
  return { providerOrderId, providerPaymentId: provider_payment_id, providerSignature: provider_signature }
}

async function shopWith({ query, mutate }: Caller): Promise<void> {
  const { products } = await query(ProductsDocument, { search: 'assam', filter: { available: true }, first: 5 })
  expect(products).toMatchObject({ total: 1, nodes: [{ slug: 'assam', priceFrom: 400, rating: { count: 0 } }] })
  const { product } = await query(ProductDocument, { idOrSlug: products?.nodes[0]?.slug ?? '' })
  const [variant] = product?.variants ?? []
  const line = { id: product?.id ?? '', variantId: variant?.id ?? '', qty: 1 }
  const { createCart } = await mutate(CreateCartDocument, { input: { items: [line] } })
  const id = createCart?.id ?? ''
  expect((await query(CartDocument, { id })).cart).toMatchObject({ items: [{ qty: 1, name: 'Assam' }] })
  await mutate(UpdateCartDocument, { id, input: { set: [{ ...line, qty: 2 }] } })
  // A client with a cache has it from there.
  expect((await query(CartDocument, { id })).cart).toMatchObject({ items: [{ qty: 2 }], breakdown: { subtotal: 800 } })
  const { checkout } = await mutate(CheckoutDocument, { input: { cartId: id, buyer } })
  const receipt = await pay(checkout?.providerOrderId ?? '')
  expect(await mutate(VerifyPaymentDocument, { input: receipt })).toMatchObject({ verifyPayment: true })
  const { trackOrder } = await query(TrackOrderDocument, { orderNo: checkout?.orderNo ?? '', phone: '3210' })
  expect(trackOrder).toMatchObject({ status: 'CONFIRMED', total: checkout?.breakdown.total, items: [{ qty: 2 }] })
}

it('urql shops, with a normalized cache that warns of nothing', async () => {
  const warnings = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  const client = new Client({
    url,
    exchanges: [cacheExchange({ keys: graphcacheKeys }), fetchExchange],
    preferGetMethod: false,
  })
  await shopWith({
    query: async (document, variables) => dataOf(await client.query(document, variables).toPromise()),
    mutate: async (document, variables) => dataOf(await client.mutation(document, variables).toPromise()),
  })
  for (const warning of warnings) expect(warning).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

it('Apollo shops', async () => {
  const client = new ApolloClient({ link: new HttpLink({ uri: url }), cache: new InMemoryCache() })
  await shopWith({
    query: async (query, variables) => dataOf(await client.query({ query, variables })),
    mutate: async (mutation, variables) => dataOf(await client.mutate({ mutation, variables })),
  })
})

it('graphql-request shops', async () => {
  const client = new GraphQLClient(url)
  // Its overloads infer nothing of a document whose types are parameters themselves.
  const request = <Data, Variables extends object>(document: TypedDocument<Data, Variables>, variables: Variables) =>
    client.request<Data>(document, variables)
  await shopWith({ query: request, mutate: request })
  const { products } = await client.request(ProductsDocument, { first: 1, sort: 'PRICE_ASC' })
  expect(products?.nodes.map(({ slug }) => slug)).toEqual(['cup'])
})

/** @throws Error with what the store says is wrong */
function dataOf<Data>({ data, error }: { data?: Data | undefined; error?: unknown }): Data {
  if (error || !data) throw error ?? new Error('No answer')
  return data
}
