import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { noBrowser, openBrowser } from '../support/browser.ts'
import { needs } from '../support/needs.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { placeholderAssets } from './placeholder.ts'

const folder = placeholderAssets()
afterAll(() => rmSync(folder, { recursive: true }))
const shop = await forAllTests(openShop({ consoleAssets: folder }))
const store = await shop.addStore()
const { key } = await createOwnerKey(shop.services, store.id, 'Desk')

it('a browser holds the session, shows it to no script, and sends it for no other page', needs(noBrowser), async () => {
  const { port } = new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' }))
  const origin = `http://localhost:${port}`
  const evil = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>Win a kettle!'))
  evil.listen(0, '127.0.0.1')
  await once(evil, 'listening')
  const evilPort = (evil.address() as AddressInfo).port // It listens on a port.
  const browser = await openBrowser()
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${origin}/console`)
    const call = (method: string, path: string, body?: object) =>
      page.evaluate(
        async ([method, path, body]) => {
          const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
          const answer = await fetch(`/api/console/${path}`, { method, ...sent })
          return [answer.status, await answer.text()]
        },
        [method, path, body] as const,
      )
    expect(await page.title()).toBe('Console')
    expect((await call('POST', 'sessions', { store: store.subdomain, key }))[0]).toBe(201)
    const seen = () => page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])
    expect(await seen()).toEqual(['', 0, 0])
    const asked = { query: '{ store { currency } }' }
    const graphql = `sites/${store.subdomain}/graphql`
    expect(await call('POST', graphql, asked)).toEqual([200, '{"data":{"store":{"currency":"INR"}}}'])
    expect((await call('GET', `sites/${store.subdomain}/export/orders.csv`))[0]).toBe(200)
    // An export that is opened as a link.
    const saving = page.waitForEvent('download')
    const href = `/api/console/sites/${store.subdomain}/export/orders.csv`
    await page.evaluate((href) => Object.assign(document.createElement('a'), { href }).click(), href)
    expect((await saving).suggestedFilename()).toBe(`${store.subdomain}-orders.csv`)

    const logged = () => {
      const lines = shop.secrets.lines.splice(0).map((line) => JSON.parse(line))
      return lines
        .filter(({ msg }) => msg === 'request')
        .map(({ status }) => status)
        .toSorted()
    }
    // Cookies do not know ports: from another one on the same host the session is sent.
    for (const host of ['localhost', 'evil.localhost', '127.0.0.1']) {
      const stranger = await context.newPage()
      logged()
      await stranger.goto(`http://${host}:${evilPort}/`)
      const tried = await stranger.evaluate(
        async ([url, key, store]) => {
          const attempts: [string, RequestInit][] = [
            [`${url}/api/console/sessions`, {}],
            [`${url}/api/console/sites/${store}/session?everywhere=true`, { method: 'DELETE' }],
            [
              `${url}/api/console/sites/${store}/graphql`,
              { method: 'POST', mode: 'no-cors', body: '{"query":"{store{id}}"}' },
            ],
            [`${url}/api/console/sessions`, { method: 'POST', mode: 'no-cors', body: JSON.stringify({ store, key }) }],
          ]
          const outcomes: string[] = []
          for (const [address, init] of attempts) {
            const answer = await fetch(address, { credentials: 'include', ...init }).catch(() => null)
            outcomes.push(answer?.type ?? 'refused')
          }
          return outcomes
        },
        [origin, key, store.subdomain] as const,
      )
      expect([host, tried]).toEqual([host, Array(4).fill('refused')])
      // Of DELETE the preflight alone; the others any page may send.
      expect(logged()).toEqual([403, 403, 403, 404])
      const framed = stranger.waitForEvent('framenavigated')
      await stranger.evaluate((origin) => {
        document.body.innerHTML = `<iframe src="${origin}/console"></iframe>`
      }, origin)
      expect((await framed).url()).toMatch(/^chrome-error:/)
      await stranger.close()
    }
    expect(await call('POST', graphql, asked)).toEqual([200, '{"data":{"store":{"currency":"INR"}}}'])
    const [cookie] = await context.cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
    expect((await call('DELETE', `sites/${store.subdomain}/session`))[0]).toBe(204)
    expect(await context.cookies()).toEqual([])
  } finally {
    await browser.close()
    evil.closeAllConnections()
    evil.close()
  }
})
