import { afterAll, expect, it } from 'vitest'
import { openSellingStore } from '../checkout/selling-store.ts'
import { buy, buyer } from '../support/buying.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { addressOf, openEvents } from '../support/events.ts'
import { ownerOf } from '../support/owner.ts'
import { openShop } from '../support/shop.ts'

/** No look by the clock comes within the test: what it receives was sent because of the change itself. */
const AN_HOUR = 3_600_000

const shop = await openShop({ orderWatch: { lookEveryMs: AN_HOUR }, storeWatch: { lookEveryMs: AN_HOUR } })
afterAll(() => {
  shop.app.server.closeAllConnections()
  return shop.close()
})

it.each(interfaces)('over %s an order is sent again at once after each change of this process', async (by) => {
  const { store, item } = await openSellingStore(shop)
  const owner = await ownerOf(shop, store)
  const site = `${await addressOf(shop)}/api/sites/${store.subdomain}`
  const { orderNo } = await buy(shop, clientOf(shop, store.subdomain, by), { items: [item('pot')], buyer })
  const query =
    'subscription ($orderNo: String!, $phone: String!) { order(orderNo: $orderNo, phone: $phone) { status } }'
  const events =
    by === 'GraphQL'
      ? await openEvents(`${site}/graphql`, { body: { query, variables: { orderNo, phone: buyer.phone } } })
      : await openEvents(`${site}/orders/${orderNo}/events?${new URLSearchParams({ phone: buyer.phone })}`)
  const status = async () => {
    const { data }: { data: any } = await events.next()
    return (data.order ?? data.data.order).status.toLowerCase()
  }
  expect(await status()).toBe('confirmed')
  for (const next of ['SHIPPED', 'DELIVERED']) {
    await owner.ask(`mutation { setOrderStatus(orderNo: "${orderNo}", status: ${next}) { status } }`)
    expect(await status()).toBe(next.toLowerCase())
  }
  events.close()
})

it('a purchase of this process is sent at once to all who follow the store', async () => {
  const { store, item } = await openSellingStore(shop)
  const owners = [await ownerOf(shop, store), await ownerOf(shop, store)]
  const url = `${await addressOf(shop)}/api/sites/${store.subdomain}/owner/graphql`
  const body = { query: 'subscription { orderChanges { orderNo kind } }' }
  const readers = await Promise.all(
    owners.map(({ key }) => openEvents(url, { headers: { authorization: `Bearer ${key}` }, body })),
  )
  const { orderNo } = await buy(shop, clientOf(shop, store.subdomain, 'REST'), { items: [item('pot')], buyer })
  for (const events of readers) {
    for (const kind of ['PLACED', 'PAID']) {
      const { data }: { data: any } = await events.next()
      expect(data.data.orderChanges).toEqual({ orderNo, kind })
    }
    events.close()
  }
})
