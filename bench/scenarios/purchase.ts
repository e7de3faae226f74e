import { productId } from '../data/fill.ts'
import { PRODUCTS } from '../open-bench.ts'
import { ask, SITE } from './requests.ts'

export const productIds = Array.from({ length: PRODUCTS }, (_, index) => productId(index + 1))

/** What came of a request of the flow, and what it is known by. */
export interface BuyStep {
  answer: string
  phone: string
  address: string
  cart: string[]
}

let buyers = 0

/** One flow, from the cart to the paid order: guest checkout, payment in the sandbox, verification. */
export async function* buy(url: string, discountCode?: string): AsyncGenerator<BuyStep> {
  buyers += 1
  const address = `10.200.0.${buyers % 250}`
  const phone = `97${String(buyers).padStart(8, '0')}`
  const cart = productIds.slice(0, 2)
  const post = async (path: string, body: string): Promise<BuyStep> => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    const { text } = await ask(url, { method: 'POST', path, headers, body })
    return { answer: text, phone, address, cart }
  }
  const items = cart.map((id) => ({ id, qty: 1 }))
  const buyer = { name: 'Ravi Kumar', phone, address: '12 Lake Road' }
  const placed = await post(`${SITE}/checkout`, JSON.stringify({ items, buyer, discountCode }))
  yield placed
  // The specification's shape.
  const { providerOrderId } = JSON.parse(placed.answer) as { providerOrderId: string }
  const paid = await post(`/sandbox/orders/${providerOrderId}/pay`, '{}')
  yield paid
  yield await post(`${SITE}/checkout/verify`, paid.answer)
}
