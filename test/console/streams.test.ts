import { afterAll, expect, it, vi } from 'vitest'
import { createOwnerKey, revokeOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { openSellingStore } from '../checkout/selling-store.ts'
import { memberInBrowser } from '../people/people.ts'
import { buyer, dataOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { addressOf, type EventReader, openEvents } from '../support/events.ts'
import { generousHolds, openShop } from '../support/shop.ts'
import { type Browser, browserOf, SAME_ORIGIN } from './browser.ts'

const HOUR = 3_600_000
let shift = 0
const shop = await openShop({ holdLimits: generousHolds, clock: () => new Date(Date.now() + shift) })
const { store, item } = await openSellingStore(shop)
const base = await addressOf(shop)
const client = clientOf(shop, store.subdomain, 'REST')
afterAll(() => {
  shop.app.server.closeAllConnections()
  return shop.close()
})

const cookiesOf = ({ cookies }: Browser) => Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')

const follow = (browser: Browser, headers: Record<string, string> = SAME_ORIGIN): Promise<EventReader> =>
  openEvents(`${base}/api/console/sites/${store.subdomain}/graphql`, {
    headers: { ...headers, cookie: cookiesOf(browser) },
    body: { query: 'subscription { orderChanges { orderNo kind } }' },
  })

async function loggedIn() {
  const { key, ownerKey } = await createOwnerKey(shop.services, store.id, 'Desk')
  const browser = browserOf(shop)
  await browser.logIn(store.subdomain, key)
  return { browser, key, ownerKey }
}

/** Long before a stream ends anyway, which is after half an hour. */
async function expectEnd(events: EventReader): Promise<void> {
  const startedAt = performance.now()
  expect(await events.rest()).toEqual([{ event: 'complete', data: null }])
  expect(performance.now() - startedAt).toBeLessThan(30_000)
}

it('a session follows the store’s orders, from own pages only', async () => {
  const { browser } = await loggedIn()
  const stranger = await follow(browser, { 'sec-fetch-site': 'cross-site' })
  expect(stranger.status).toBe(403)
  const events = await follow(browser)
  expect([events.status, events.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const { orderNo } = await dataOf(client.checkout({ items: [item('pot')], buyer }))
  expect((await events.next()).data).toEqual({ data: { orderChanges: { orderNo, kind: 'PLACED' } } })
  events.close()
})

it('a person’s stream ends with their role, and with their session', async () => {
  const end = async (leave: (member: Awaited<ReturnType<typeof memberInBrowser>>) => Promise<unknown>) => {
    const member = await memberInBrowser(shop, { storeId: store.id, role: 'ORDERS' })
    const events = await follow(member.browser)
    const { orderNo } = await dataOf(client.checkout({ items: [item('pot')], buyer }))
    expect((await events.next()).data).toEqual({ data: { orderChanges: { orderNo, kind: 'PLACED' } } })
    await leave(member)
    const startedAt = performance.now()
    await expectEnd(events)
    return performance.now() - startedAt
  }
  const { membership } = shop.database.prisma
  const of = ({ person }: { person: { id: string } }) => ({ personId: person.id, ofStore: store.id })
  expect(await end((member) => membership.deleteMany({ where: of(member) }))).toBeLessThan(2_500)
  expect(await end((member) => membership.updateMany({ where: of(member), data: { role: 'CATALOGUE' } }))).toBeLessThan(
    2_500,
  )
  expect(await end(({ browser }) => browser.send('DELETE', '/api/console/sessions'))).toBeLessThan(2_500)
})

it('its stream ends with log-out, and that of another session of the key goes on', async () => {
  const { browser, key } = await loggedIn()
  const elsewhere = browserOf(shop)
  await elsewhere.logIn(store.subdomain, key)
  const [ending, events] = [await follow(browser), await follow(elsewhere)]
  await browser.logOut(store.subdomain)
  await expectEnd(ending)
  await dataOf(client.checkout({ items: [item('pot')], buyer }))
  expect((await events.next()).data.data.orderChanges.kind).toBe('PLACED')
  await elsewhere.logOut(store.subdomain, true)
  await expectEnd(events)
})

it('it ends with the key', async () => {
  const { browser, ownerKey } = await loggedIn()
  const events = await follow(browser)
  await revokeOwnerKey(shop.services, store.id, ownerKey.id)
  await expectEnd(events)
})

it('waiting for events is no use of a session: after 12 hours it ends', async () => {
  const { browser } = await loggedIn()
  shift += 11 * HOUR
  const events = await follow(browser)
  expect(events.status).toBe(200)
  shift += HOUR
  await expectEnd(events)
  expect((await follow(browser)).status).toBe(401)
  await vi.waitFor(() => expect(shop.services.storeWatch.followers()).toBe(0), 60_000)
})

it('requests that accept a stream as well as JSON are use', async () => {
  const { browser } = await loggedIn()
  const ask = () =>
    browser.send(
      'POST',
      `/api/console/sites/${store.subdomain}/graphql`,
      { query: '{ store { currency } }' },
      {
        accept: 'application/json, text/event-stream',
      },
    )
  for (let hours = 0; hours < 33; hours += 11) {
    shift += 11 * HOUR
    expect((await ask()).status).toBe(200)
  }
})
