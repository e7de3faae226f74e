import { quantile } from '../report/statistics.ts'
import type { Carts, ClientJob } from './client-job.ts'
import type { Loaded } from './load.ts'
import { PlainConnection } from './plain-connection.ts'

/**
 * Guest checkout, payment in the sandbox, verification, and again as somebody else; every shopper over a connection of
 * their own. What counts is the flows, from the cart to the end.
 */
export async function shop({ url, connections, seconds, count }: ClientJob, carts: Carts): Promise<Loaded> {
  const times: number[] = []
  let failed = 0
  let begun = 0
  const startedAt = performance.now()
  const endsAt = seconds === undefined ? Number.POSITIVE_INFINITY : startedAt + seconds * 1000
  const goOn = () => performance.now() < endsAt && begun < (count ?? Number.POSITIVE_INFINITY)
  // Not from 0: a round must not meet the phones of those whom the one before has cut off.
  const first = Math.floor(Math.random() * 2 ** 24)

  async function goShopping(): Promise<void> {
    let connection = await PlainConnection.open(url)
    while (goOn()) {
      if (connection.isClosed) connection = await PlainConnection.open(url)
      begun += 1
      const buyer = first + begun
      const begunAt = performance.now()
      if (await buys(connection, buyer, carts)) times.push(performance.now() - begunAt)
      else failed += 1
    }
    connection.close()
  }

  await Promise.all(Array.from({ length: connections }, goShopping))
  const took = (performance.now() - startedAt) / 1000
  return { count: times.length, seconds: took, p50: quantile(times, 0.5), p99: quantile(times, 0.99), failed }
}

async function buys(connection: PlainConnection, buyer: number, carts: Carts): Promise<boolean> {
  const address = `10.${(buyer >> 16) & 255}.${(buyer >> 8) & 255}.${buyer & 255}`
  const post = (path: string, body: string) => connection.post(path, body, address)
  const placed = await post(carts.checkoutPath, JSON.stringify(cartOf(buyer, carts)))
  if (placed === null) return false
  const { providerOrderId } = JSON.parse(placed) as { providerOrderId: string } // the specification's shape
  const receipt = await post(`/sandbox/orders/${providerOrderId}/pay`, '{}')
  if (receipt === null) return false
  return (await post(carts.verifyPath, receipt)) !== null
}

function cartOf(buyer: number, { productIds, discountCode }: Carts) {
  const first = (buyer * 7) % productIds.length
  return {
    items: [first, (first + 1) % productIds.length].map((index) => ({ id: productIds[index], qty: 1 })),
    buyer: { name: 'Ravi Kumar', phone: `98${String(buyer).padStart(8, '0')}`, address: '12 Lake Road' },
    ...(discountCode && { discountCode }),
  }
}
