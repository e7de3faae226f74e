import { describe, expect, it } from 'vitest'
import { forAllTests, openShop } from '../support/shop.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

const shop = await forAllTests(openShop({ policies: { read: { points: 100, seconds: 60 } } }))
const subdomain = (await shop.addStore({ store: { payments: { provider: 'sandbox' } } })).subdomain

const ask = async (url: string, accept: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', ip = '192.0.2.1') => {
  const { statusCode, headers, body } = await shop.app.inject({
    method,
    url,
    headers: { accept, 'x-forwarded-for': ip },
  })
  return { status: statusCode, headers, body }
}
const page = 'text/html; charset=utf-8'
const code = '00000000-0000-4000-8000-000000000000'

describe('a browser that asks for a page which does not exist', () => {
  it.each([
    ['a mistyped path', '/shp', 404, 'NOT_FOUND', 'Page not found'],
    ['a path that only begins like the API', '/graphql-editor', 404, 'NOT_FOUND', 'Page not found'],
    ['a page of the reference', '/docs/nothing', 404, 'NOT_FOUND', 'Page not found'],
    ['the account page of an unknown store', '/account/nobody/confirm-email', 404, 'STORE_NOT_FOUND', 'Site not found'],
    ['an unknown account page', '/account/nobody/nothing', 404, 'NOT_FOUND', 'Page not found'],
    ['an unknown order of the sandbox', '/sandbox/orders/none/pay', 404, 'NOT_FOUND', 'Page not found'],
    ['mails of an unknown store', '/sandbox/mails/nobody', 404, 'NOT_FOUND', 'Page not found'],
    ['an unknown picture', `/media/nobody/${code}`, 404, 'NOT_FOUND', 'Picture not found'],
    ['a picture of a demo that is not there', '/demo/none.svg', 404, 'NOT_FOUND', 'Page not found'],
    ['a malformed address', '/%zz', 400, 'BAD_USER_INPUT', 'Malformed URL'],
  ])('sees HTML for %s', async (_, url, status, errorCode, title) => {
    const answer = await ask(url, browser)
    expect(answer).toMatchObject({ status, headers: { 'content-type': page, 'error-code': errorCode, vary: 'Accept' } })
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.body).toContain(`<h1>${title}</h1>`)
    expect(answer.body).toContain('<a href="/">')
    expect(await ask(url, browser, 'HEAD')).toMatchObject({ status, headers: { 'content-type': page } })
  })

  it('sees HTML for a form that it sends to a store which is gone', async () => {
    const answer = await ask('/account/nobody/reset-password', browser, 'POST')
    expect(answer).toMatchObject({ status: 404, headers: { 'content-type': page } })
  })

  it('sees HTML when it has asked too often', async () => {
    const url = '/sandbox/orders/none/pay'
    for (let tries = 0; tries < 100; tries += 1) await ask(url, browser, 'GET', '192.0.2.2')
    const answer = await ask(url, browser, 'GET', '192.0.2.2')
    expect(answer).toMatchObject({ status: 429, headers: { 'content-type': page, 'error-code': 'RATE_LIMITED' } })
    expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  })
})

describe('JSON is what everybody else gets', () => {
  it.each([
    ['a program that names nothing', '/shp', '*/*', 'application/json'],
    ['a program that wants JSON', '/shp', 'application/json', 'application/json'],
    ['a program that takes both', '/shp', 'application/json, text/html', 'application/json'],
    ['a program that takes problem documents', '/shp', 'application/problem+json', 'application/problem+json'],
    ['a program that would rather not have HTML', '/shp', 'text/html;q=0, */*', 'application/json'],
    ['an <img>', `/media/nobody/${code}`, 'image/avif,image/webp,*/*;q=0.8', 'application/json'],
    ['a browser on a path of the API', '/api/nothing', browser, 'application/json'],
    ['a browser on a path of a store', '/api/sites/nobody/products', browser, 'application/json'],
  ])('for %s', async (_, url, accept, type) => {
    const { status, headers, body } = await ask(url, accept)
    expect({ status, type: String(headers['content-type']).split(';')[0] }).toEqual({ status: 404, type })
    expect(headers.vary).toContain('Accept')
    expect(JSON.parse(body)).toMatchObject(type === 'application/json' ? { error: expect.any(String) } : { status })
  })

  it('for a browser that reads a product which does not exist', async () => {
    const answer = await ask(`/api/sites/${subdomain}/products/none`, browser)
    expect(JSON.parse(answer.body)).toEqual({ error: 'Product not found' })
  })
})
