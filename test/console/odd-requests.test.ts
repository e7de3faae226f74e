import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { browserOf } from './browser.ts'

const shop = await forAllTests(openShop())
const store = await shop.addStore()
const { key } = await createOwnerKey(shop.services, store.id, 'Desk')

describe('The console refuses', () => {
  it.each([
    ['preview', 'appearance: expected JSON'],
    ['mail-preview', 'name: no such mail'],
  ])('a %s without a form', async (page, error) => {
    const browser = browserOf(shop)
    await browser.logIn(store.subdomain, key)
    for (const payload of [undefined, null, 5, []]) {
      const { status, body } = await browser.send('POST', `/api/console/sites/${store.subdomain}/${page}`, payload)
      expect([status, body]).toEqual([400, { error }])
    }
  })

  it.each(['a%0d%0ab', 'a%00', '%E2%82%AC', 'a;%20Domain=example.com'])(
    'to log out of %s, whose name is in no header',
    async (name) => {
      const { status, body, headers } = await browserOf(shop).send('DELETE', `/api/console/sites/${name}/session`)
      expect([status, body]).toEqual([401, { error: 'Your session has ended. Log in again.' }])
      expect(headers).not.toHaveProperty('set-cookie')
    },
  )
})

it('A preview’s picture adds no directive to its policy', async () => {
  const browser = browserOf(shop)
  await browser.logIn(store.subdomain, key)
  const policyWith = async (url: string) => {
    const appearance = JSON.stringify({ logo: { url } })
    const { headers } = await browser.send('POST', `/api/console/sites/${store.subdomain}/preview`, { appearance })
    return headers['content-security-policy']
  }
  expect(await policyWith('https://a.example:8443/x.png')).toContain(
    "img-src 'self' https://a.example:8443; connect-src",
  )
  for (const host of ['a.example;connect-src', 'a.example,b', "'none'", '*']) {
    expect(await policyWith(`https://${host}/x.png`)).toContain("img-src 'self'; connect-src")
  }
})
