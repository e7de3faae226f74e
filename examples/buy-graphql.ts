/**
 * The same with urql and typed documents: `BASE_URL=http://localhost:4000 npx tsx examples/buy-graphql.ts`.
 * In a project of your own: the client preset of graphql-codegen, with `scalars: { ID: 'string', DateTime: 'string' }`.
 */
import { type AnyVariables, Client, fetchExchange, type OperationResult } from '@urql/core'
import { formatMoney } from '../clients/typescript/src/index.ts'
import type { Shopping } from './buy-rest.ts'
import { graphql } from './generated/operations/index.ts'

const Find = graphql(`query FindTea($search: String!, $options: [OptionFilter!]!) {
  products(search: $search, filter: { options: $options, available: true }, first: 5) {
    total
    nodes { id name priceFrom currency rating { average } variants { id options { name value } available } }
  }
}`)

const Price = graphql(`query PriceOfCart($input: QuoteInput!) {
  quote(input: $input) { currency breakdown { total } notices { message } }
}`)

const FillCart = graphql(`mutation FillCart($input: NewCartInput!) {
  createCart(input: $input) { id items { productId variantId qty available } updatedAt }
}`)

const CheckOut = graphql(`mutation CheckOut($input: CheckoutInput!) {
  checkout(input: $input) { orderNo providerOrderId notices { message } }
}`)

const Verify = graphql(`mutation VerifyPayment($input: VerifyPaymentInput!) { verifyPayment(input: $input) }`)

const Track = graphql(`query TrackOrder($orderNo: String!, $phone: String!) {
  trackOrder(orderNo: $orderNo, phone: $phone) { total currency status createdAt items { name qty options { name value } } }
}`)

export async function buy({ baseUrl, store, say }: Shopping): Promise<string> {
  const client = new Client({
    url: `${baseUrl}/api/sites/${store}/graphql`,
    exchanges: [fetchExchange],
    preferGetMethod: false,
  })

  const options = [{ name: 'size', values: ['250g'] }]
  const { products } = dataOf(await client.query(Find, { search: 'assam', options }))
  const product = products?.nodes[0]
  if (!product) throw new Error('Nothing is found')
  say(
    `${product.name}, from ${formatMoney(product.priceFrom, product.currency, 'en')}, is the first of ${products.total} found`,
  )

  const variant = product.variants.find(
    ({ options, available }) => available && options.some(({ value }) => value === '250g'),
  )
  if (!variant) throw new Error(`${product.name} is sold out`)
  const items = [{ id: product.id, variantId: variant.id, qty: 2 }]
  const { quote } = dataOf(await client.query(Price, { input: { items, discountCode: 'WELCOME10' } }))
  if (!quote) throw new Error('There is no price')
  say(`The cart comes to ${formatMoney(quote.breakdown.total, quote.currency, 'en')}`)

  const { createCart: cart } = dataOf(await client.mutation(FillCart, { input: { items, discountCode: 'WELCOME10' } }))
  if (!cart) throw new Error('There is no cart')
  const buyer = { name: 'Ravi', phone: '98200 54321', address: '12 Lake Road, Kolkata' }
  const { checkout: order } = dataOf(await client.mutation(CheckOut, { input: { cartId: cart.id, buyer } }))
  if (!order) throw new Error('There is no order')
  for (const { message } of order.notices) say(message)

  // In place of the provider's widget, which hands the same to the page.
  const paid = await fetch(`${baseUrl}/sandbox/orders/${order.providerOrderId}/pay`, { method: 'POST' })
  const receipt = (await paid.json()) as Record<
    'provider_order_id' | 'provider_payment_id' | 'provider_signature',
    string
  >
  const input = {
    providerOrderId: receipt.provider_order_id,
    providerPaymentId: receipt.provider_payment_id,
    providerSignature: receipt.provider_signature,
  }
  dataOf(await client.mutation(Verify, { input }))

  const { trackOrder } = dataOf(await client.query(Track, { orderNo: order.orderNo, phone: '4321' }))
  if (!trackOrder) throw new Error('The order is not found')
  const status = trackOrder.status.toLowerCase()
  say(`${order.orderNo} over ${formatMoney(trackOrder.total, trackOrder.currency, 'en')} is ${status}`)
  return status
}

/** @throws Error with what the store says is wrong */
function dataOf<Data>({ data, error }: OperationResult<Data, AnyVariables>): Data {
  if (error || !data) throw error ?? new Error('No answer')
  return data
}

if (import.meta.url.endsWith(process.argv[1] ?? '-')) {
  const { BASE_URL = 'http://localhost:4000', STORE = 'demo' } = process.env
  await buy({ baseUrl: BASE_URL, store: STORE, say: (line) => process.stdout.write(`${line}\n`) })
}
