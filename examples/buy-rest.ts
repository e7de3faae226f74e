/**
 * Buys from a store with the types of its OpenAPI document alone: `BASE_URL=http://localhost:4000 npx tsx examples/buy-rest.ts`.
 * In a project of your own: npx openapi-typescript http://localhost:4000/openapi.json -o openapi.d.ts
 */
import createClient from 'openapi-fetch'
import { formatMoney } from '../clients/typescript/src/index.ts'
import type { paths } from './generated/openapi.d.ts'

export interface Shopping {
  baseUrl: string
  store: string
  say: (line: string) => void
}

export async function buy({ baseUrl, store, say }: Shopping): Promise<string> {
  const api = createClient<paths>({ baseUrl })
  const site = { subdomain: store }

  const { products, total } = dataOf(
    await api.GET('/api/sites/{subdomain}/products', {
      params: {
        path: site,
        query: { q: 'assam', option: { size: '250g' }, in_stock: '1', include: ['variants', 'media'], first: 5 },
      },
    }),
  )
  const [product] = products
  if (!product) throw new Error('Nothing is found')
  say(
    `${product.name}, from ${formatMoney(product.price_from, product.currency, 'en')}, is the first of ${total} found`,
  )

  const variant = product.variants?.find(({ options, available }) => options.size === '250g' && available)
  if (!variant) throw new Error(`${product.name} is sold out`)
  const { cart } = dataOf(
    await api.POST('/api/sites/{subdomain}/cart', {
      params: { path: site },
      body: { items: [{ id: product.id, variantId: variant.id, qty: 2 }], discountCode: 'WELCOME10' },
    }),
  )
  say(`The cart comes to ${formatMoney(cart.breakdown.total, cart.currency, 'en')}`)
  for (const { message } of cart.notices) say(message)

  const order = dataOf(
    await api.POST('/api/sites/{subdomain}/checkout', {
      params: { path: site, header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: { cartId: cart.id, buyer: { name: 'Asha', phone: '98765 43210', address: '14 Chapel Road, Mumbai' } },
    }),
  )
  const receipt = dataOf(
    await api.POST('/sandbox/orders/{providerOrderId}/pay', {
      params: { path: { providerOrderId: order.providerOrderId } },
      body: { outcome: 'pay' },
    }),
  )
  dataOf(await api.POST('/api/sites/{subdomain}/checkout/verify', { params: { path: site }, body: receipt }))

  const tracked = dataOf(
    await api.POST('/api/sites/{subdomain}/track-order', {
      params: { path: site },
      body: { orderNo: order.orderNo, phone: '3210' },
    }),
  )
  say(
    `${order.orderNo} over ${formatMoney(tracked.order.total, tracked.order.currency, 'en')} is ${tracked.order.status}`,
  )
  return tracked.order.status
}

/** @throws Error with what the store says is wrong */
function dataOf<Data>({ data, error }: { data?: Data; error?: { error: string } | { detail: string } }): Data {
  if (data !== undefined) return data
  throw new Error(error && 'error' in error ? error.error : error?.detail)
}

if (import.meta.url.endsWith(process.argv[1] ?? '-')) {
  const { BASE_URL = 'http://localhost:4000', STORE = 'demo' } = process.env
  await buy({ baseUrl: BASE_URL, store: STORE, say: (line) => process.stdout.write(`${line}\n`) })
}
