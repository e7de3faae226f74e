import { rmSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { forAllTests, openShop } from '../support/shop.ts'
import { placeholder, placeholderAssets } from './placeholder.ts'

const folder = placeholderAssets()
afterAll(() => rmSync(folder, { recursive: true }))
const shop = await forAllTests(openShop({ consoleAssets: folder }))

describe('The page of the console', () => {
  it.each(['/console', '/console/demo/orders/ORD-1', '/console/'])('is one document at %s', async (url) => {
    const { statusCode, headers, body } = await shop.app.inject(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https: http:; connect-src 'self'; font-src 'none'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(body).toContain('<div id="app"></div>')
    expect(body).toContain('<noscript>The console needs JavaScript.')
    expect(body).toContain('<title>Console</title>')
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).toContain('<meta name="color-scheme" content="light dark">')
    expect(body.match(/<script/g)).toHaveLength(1)
    expect(body).not.toMatch(/<style|style=| on\w+=/)
  })

  it('is sent once until it changes', async () => {
    const { headers } = await shop.app.inject('/console')
    const again = await shop.app.inject({ url: '/console/demo', headers: { 'if-none-match': headers.etag as string } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('names its script, style and icon, which may be cached for good', async () => {
    const { body } = await shop.app.inject('/console')
    for (const name of Object.values(placeholder)) expect(body).toContain(`"/console-assets/${name}"`)
    const url = `/console-assets/${placeholder.script}`
    const { headers, rawPayload } = await shop.app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(brotliDecompressSync(rawPayload).toString()).toBe('document.title = "Console"\n')
    expect((await shop.app.inject(`/console-assets/${placeholder.style}`)).headers['content-type']).toBe(
      'text/css; charset=utf-8',
    )
    expect((await shop.app.inject('/console-assets/icon.svg')).body).toMatch(/^<svg /)
    for (const name of ['manifest.json', `${placeholder.script}.br`, '..%2fpackage.json']) {
      expect((await shop.app.inject(`/console-assets/${name}`)).statusCode).toBe(404)
    }
  })

  it('takes no other method', async () => {
    const { statusCode, headers } = await shop.app.inject({ method: 'POST', url: '/console' })
    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('is linked from the home page', async () => {
    expect((await shop.app.inject('/')).body).toContain('<a href="/console">Console</a>')
  })

  it('has to be built; all else works without it', async () => {
    const unbuilt = await openShop({ consoleAssets: '/nowhere' })
    expect((await unbuilt.app.inject('/')).statusCode).toBe(200)
    expect((await unbuilt.app.inject('/console')).statusCode).toBe(500)
    expect(unbuilt.secrets.lines.join('')).toContain('The console has no assets in /nowhere: run \\"npm run build\\"')
    await unbuilt.close()
  })
})

it('CONSOLE=off: there is nothing of it', async () => {
  const without = await openShop({ console: false, consoleAssets: folder })
  const { subdomain } = await without.addStore()
  for (const url of [
    '/console',
    '/console/demo',
    '/console-assets/icon.svg',
    '/api/console/sessions',
    `/api/console/sites/${subdomain}/graphql`,
    `/api/console/sites/${subdomain}/export/orders.csv`,
  ]) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await without.app.inject({ method, url, headers: { 'sec-fetch-site': 'same-origin' } })
      expect([url, answer.statusCode, answer.json()]).toEqual([url, 404, { error: 'Not found' }])
    }
  }
  expect((await without.app.inject('/')).body).not.toContain('/console')
  await without.close()
})
