import { expect, it } from 'vitest'
import { forAllTests, openShop } from '../support/shop.ts'

const shop = await forAllTests(openShop())
const get = (url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url, headers: { host: 'shop.example', accept: 'text/html', ...headers } })

it('a shop behind a password opens to who knows the password of its store, and to nobody else', async () => {
  const locked = { store: { access: { password: 'letmein', protection: 'site' } } }
  const [mine, other] = [await shop.addStore(locked), await shop.addStore(locked)]
  const unlock = (subdomain: string, password: string, host = 'shop.example') =>
    shop.app.inject({
      method: 'POST',
      url: `/shop/${subdomain}/unlock`,
      headers: {
        ...{ 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', host },
        ...{ accept: 'text/html', 'x-forwarded-proto': host === 'tls.example' ? 'https' : 'http' },
      },
      payload: `password=${password}`,
    })
  const wrong = await unlock(mine.subdomain, 'guess')
  expect([wrong.statusCode, wrong.body]).toEqual([401, expect.stringContaining('That is not the password.')])
  expect(wrong.headers['set-cookie']).toBeUndefined()
  const opened = await unlock(mine.subdomain, 'letmein')
  expect([opened.statusCode, opened.headers.location]).toEqual([303, `/shop/${mine.subdomain}`])
  const cookie = String(opened.headers['set-cookie'])
  expect(cookie).toMatch(/^shop-access-[\w-]+=[0-9a-f]{64}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
  expect(String((await unlock(mine.subdomain, 'letmein', 'tls.example')).headers['set-cookie'])).toMatch(
    /^__Host-shop-access-.*; Secure$/,
  )
  const [pair = ''] = cookie.split(';')
  const seen = await get(`/shop/${mine.subdomain}`, { cookie: `x=y; ${pair}` })
  expect(seen.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  expect(seen.statusCode).toBe(200)
  expect((await get(`/shop/${mine.subdomain}`)).statusCode).toBe(401)
  const stolen = pair.replace(mine.subdomain, other.subdomain)
  expect((await get(`/shop/${other.subdomain}`, { cookie: `${pair}; ${stolen}` })).statusCode).toBe(401)
})
