import { expect, it } from 'vitest'
import { MAX_STORES } from '../../src/api/owner/session-cookies.ts'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { browserOf } from './browser.ts'

const shop = await forAllTests(openShop())

const opened = async (count: number) => {
  const browser = browserOf(shop)
  const stores: string[] = []
  for (let n = 1; n <= count; n += 1) {
    const subdomain = `shop-${count}-${n}`
    const store = await shop.addStore({ store: { subdomain, businessName: `Shop ${n}` } })
    const { key } = await createOwnerKey(shop.services, store.id, `Key ${n}`, n === 1 ? ['orders'] : null)
    await browser.logIn(subdomain, key)
    stores.push(subdomain)
  }
  return { browser, stores }
}

it('a browser is logged in to several stores, each with a session of its own', async () => {
  const { browser, stores } = await opened(2)
  const [one = '', two = ''] = stores
  const { status, body } = await browser.sessions()
  expect([status, body.sessions]).toEqual([
    200,
    [
      {
        ...{
          store: one,
          business_name: 'Shop 1',
          currency: 'INR',
          country: null,
          suspended: false,
          time_zone: expect.any(String),
          expires_at: expect.any(String),
        },
        key: { id: expect.any(String), name: 'Key 1', scopes: ['orders'] },
        viewer: expect.objectContaining({ kind: 'key', name: 'Key 1', everything: false, scopes: ['orders'] }),
      },
      {
        ...{
          store: two,
          business_name: 'Shop 2',
          currency: 'INR',
          country: null,
          suspended: false,
          time_zone: expect.any(String),
          expires_at: expect.any(String),
        },
        key: { id: expect.any(String), name: 'Key 2', scopes: [] },
        viewer: expect.objectContaining({ kind: 'key', name: 'Key 2', everything: true }),
      },
    ],
  ])
  await browser.logOut(one, true)
  expect((await browser.sessions()).body.sessions.map(({ store }: any) => store)).toEqual([two])
  expect((await browser.graphql(two, '{ store { businessName } }')).body.data.store.businessName).toBe('Shop 2')
})

it('they are found by as many statements, however many they are', async () => {
  const few = await opened(1)
  const many = await opened(9)
  const statementsOf = async ({ browser }: typeof few) => {
    shop.statements()
    const { body } = await browser.sessions()
    return [body.sessions.length, shop.statements().length]
  }
  const [, statements] = await statementsOf(few)
  expect(statements).toBeLessThanOrEqual(3)
  expect(await statementsOf(many)).toEqual([9, statements])
})

it('cookies that are none, or too many, are not looked at', async () => {
  const { browser, stores } = await opened(3)
  const [first = '', second = '', third = ''] = stores
  const [token = '', ...more] = browser.cookies.values()
  const odd = browserOf(shop)
  for (const name of ['console-', 'console-A B', 'console-%00', `console-${first}-x`, 'other'])
    odd.cookies.set(name, token)
  // One that was made up, and one of another store.
  odd.cookies.set(`console-${second}`, token)
  expect((await odd.sessions()).body).toEqual({ person: null, set_up: false, sends_mails: false, sessions: [] })

  const [, last = ''] = more
  for (let n = odd.cookies.size; n < MAX_STORES + 5; n += 1) odd.cookies.set(`console-more-${n}`, 'x')
  odd.cookies.set(`console-${third}`, last)
  expect((await odd.sessions()).body).toEqual({ person: null, set_up: false, sends_mails: false, sessions: [] })
  odd.cookies.clear()
  odd.cookies.set(`console-${third}`, last)
  expect((await odd.sessions()).body.sessions).toHaveLength(1)
})
