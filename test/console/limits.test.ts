import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { ownAddress } from '../support/addresses.ts'
import { ownerOf, postAsOwner } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { browserOf } from './browser.ts'

const POINTS = 3
const policy = { points: POINTS, seconds: 60 }
const shop = await forAllTests(openShop({ policies: { consoleLogin: policy, owner: { points: 5, seconds: 60 } } }))
const store = await shop.addStore()
const other = await shop.addStore()
const { key } = await createOwnerKey(shop.services, store.id, 'Desk')
const wrong = `sk_${'x'.repeat(43)}`

describe('Log-ins', () => {
  it('are counted for an address and store, with a right or a wrong key', async () => {
    const ip = ownAddress()
    const browser = browserOf(shop, { ip })
    for (const [at, guess] of [wrong, key, wrong].entries()) {
      const { status, headers } = await browser.logIn(store.subdomain, guess)
      expect(status).toBe(guess === key ? 201 : 401)
      expect(headers.ratelimit).toMatch(new RegExp(`^"consoleLogin";r=${POINTS - 1 - at};t=\\d+$`))
    }
    const refused = await browser.logIn(store.subdomain, key)
    expect([refused.status, refused.body]).toEqual([429, { error: 'Too many attempts. Wait a minute.' }])
    expect(refused.headers['error-code']).toBe('RATE_LIMITED')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(refused.headers).not.toHaveProperty('set-cookie')

    // Another store and another address have budgets of their own; a session that is open goes on.
    expect((await browser.logIn(other.subdomain, wrong)).status).toBe(401)
    expect((await browserOf(shop, { ip: ownAddress() }).logIn(store.subdomain, key)).status).toBe(201)
    expect((await browser.graphql(store.subdomain, '{ store { currency } }')).status).toBe(200)
  })

  it('at stores that there are not share one budget of the address', async () => {
    const browser = browserOf(shop, { ip: ownAddress() })
    const statuses: number[] = []
    for (let call = 0; call <= POINTS; call += 1) statuses.push((await browser.logIn(`nobody-${call}`, wrong)).status)
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  it('escape it by no header', async () => {
    const ip = ownAddress()
    const statuses: number[] = []
    for (let call = 0; call <= POINTS; call += 1) {
      const headers = { 'sec-fetch-site': 'same-origin', 'x-buyer-ip': ownAddress(), 'x-store-key': key }
      statuses.push((await browserOf(shop, { ip, headers }).logIn(store.subdomain, wrong)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
  })
})

it('requests of a session and of the key have one budget', async () => {
  const ip = ownAddress()
  const owner = await ownerOf(shop, store)
  const browser = browserOf(shop, { ip })
  await browser.logIn(store.subdomain, key)
  for (let left = 4; left >= 0; left -= 1) {
    const byKey = left % 2 === 0
    const { headers } = byKey
      ? await postAsOwner(shop, store.subdomain, owner.key, '{ store { currency } }', {}, { 'x-forwarded-for': ip })
      : await browser.graphql(store.subdomain, '{ store { currency } }')
    expect(headers.ratelimit).toMatch(new RegExp(`"owner";r=${left};`))
  }
  const refused = await browser.graphql(store.subdomain, '{ store { currency } }')
  expect([refused.status, refused.body.errors[0].message]).toEqual([429, 'Too many requests'])
  const list = await browser.get(`/api/console/sites/${store.subdomain}/export/orders.csv`)
  expect([list.status, list.body]).toEqual([429, { error: 'Too many requests' }])
})

it('wrong sessions are counted as wrong keys are', async () => {
  const browser = browserOf(shop, { ip: ownAddress() })
  const statuses: number[] = []
  for (let call = 0; call < 6; call += 1) {
    browser.cookies.set(`console-${store.subdomain}`, 'x'.repeat(43))
    statuses.push((await browser.graphql(store.subdomain, '{ store { currency } }')).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})
