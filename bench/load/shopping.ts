import type autocannon from 'autocannon'
import type { Carts } from './client-job.ts'

/** What a shopper knows on the way from the cart to the paid order. autocannon keeps one for each connection. */
interface Shopper {
  startedAt?: number
  address?: string
  providerOrderId?: string
  receipt?: string
  broken?: boolean
}

const json = { 'content-type': 'application/json' }

/**
 * Guest checkout, payment in the sandbox, verification, and again as somebody else. Each way from the cart to the end is
 * noted with its milliseconds, and whether every answer was 200.
 */
export function shopping(
  { checkoutPath, verifyPath, productIds, discountCode }: Carts,
  note: (milliseconds: number, good: boolean) => void,
): autocannon.Request[] {
  // Not from 0: a round must not meet the phones of those whom the one before has cut off.
  let buyers = Math.floor(Math.random() * 2 ** 24)

  const step = (
    setUp: (shopper: Shopper) => { path: string; body: string },
    learn: (shopper: Shopper, body: string) => void,
  ): autocannon.Request => ({
    method: 'POST',
    setupRequest(request, context) {
      const shopper: Shopper = context
      const { path, body } = setUp(shopper)
      return { ...request, path, body, headers: { ...json, 'x-forwarded-for': shopper.address } }
    },
    onResponse(status, body, context) {
      const shopper: Shopper = context
      if (status !== 200) shopper.broken = true
      else learn(shopper, body)
    },
  })

  return [
    step(
      (shopper) => {
        buyers += 1
        shopper.startedAt = performance.now()
        shopper.broken = false
        shopper.address = `10.${(buyers >> 16) & 255}.${(buyers >> 8) & 255}.${buyers & 255}`
        const first = (buyers * 7) % productIds.length
        const items = [first, (first + 1) % productIds.length].map((index) => ({ id: productIds[index], qty: 1 }))
        const buyer = { name: 'Ravi Kumar', phone: `98${String(buyers).padStart(8, '0')}`, address: '12 Lake Road' }
        return { path: checkoutPath, body: JSON.stringify({ items, buyer, ...(discountCode && { discountCode }) }) }
      },
      (shopper, body) => {
        shopper.providerOrderId = JSON.parse(body).providerOrderId
      },
    ),
    step(
      ({ providerOrderId = 'none' }) => ({ path: `/sandbox/orders/${providerOrderId}/pay`, body: '{}' }),
      (shopper, body) => {
        shopper.receipt = body
      },
    ),
    {
      ...step(
        ({ receipt = '{}' }) => ({ path: verifyPath, body: receipt }),
        () => {},
      ),
      onResponse(status, _body, context) {
        const shopper: Shopper = context
        note(performance.now() - (shopper.startedAt ?? 0), status === 200 && !shopper.broken)
      },
    },
  ]
}
