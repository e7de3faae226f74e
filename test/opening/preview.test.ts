import { beforeEach, describe, expect, it } from 'vitest'
import { createPreviewLink } from '../../src/commerce/opening/preview.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { openSellingStore, type SellingStore } from '../checkout/selling-store.ts'
import { buyer } from '../support/buying.ts'
import { rest } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { ownerOf } from '../support/owner.ts'
import { forAllTests, openShop } from '../support/shop.ts'
import { close } from './opening.ts'

const MINUTE = 60_000
let now = Date.parse('2026-06-01T10:00:00Z')
const shop = await forAllTests(openShop({ limitsOff: true, clock: () => new Date(now) }))
let selling: SellingStore
let store: Store
beforeEach(async () => {
  selling = await openSellingStore(shop)
  store = await close(shop, selling.store)
})

const tokenIn = (url: string) => url.split('#')[1] ?? ''
const link = async (isShared = false, of = store) =>
  tokenIn((await createPreviewLink({ services: shop.services, store: of, baseUrl: '' }, isShared)).url)
const OPEN = 'mutation ($token: String!) { openPreview(token: $token) { token scriptToken expiresAt shared } }'
const open = async (token: string, of = store) => {
  const url = `/api/sites/${of.subdomain}/graphql`
  const { body } = await rest(shop, 'POST', url, { query: OPEN, variables: { token } })
  return body
}
const visit = async (token: string) => (await open(token)).data.openPreview
const products = async (script: string, of = store) => {
  const headers = { 'x-preview-token': script }
  return rest(shop, 'GET', `/api/sites/${of.subdomain}/products`, undefined, { headers })
}
const page = (path: string, visited: string, of = store) =>
  shop.app.inject({
    url: `/shop/${of.subdomain}${path}`,
    headers: { host: 'shop.example', accept: 'text/html', cookie: `shop-preview-${of.subdomain}=${visited}` },
  })
const ended = { code: 'BAD_USER_INPUT', reason: 'LINK_EXPIRED' }

describe('a link to a preview', () => {
  it('is made by the owner, and its token is stored nowhere', async () => {
    const owner = await ownerOf(shop, store)
    const { createPreviewLink: made } = await owner.ask('mutation { createPreviewLink { url expiresAt } }')
    expect(made).toEqual({
      url: expect.stringMatching(new RegExp(`/shop/${store.subdomain}/preview#[\\da-f]{64}$`)),
      expiresAt: '2026-06-01T10:10:00.000Z',
    })
    const rows = await shop.database.prisma.preview.findMany({ where: { storeId: store.id } })
    expect(JSON.stringify(rows)).not.toContain(tokenIn(made.url))
  })

  it('opens one visit within ten minutes, also of two that use it at once', async () => {
    const token = await link()
    const answers = await Promise.all([open(token), open(token)])
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1)
    expect((await open(token)).errors[0].extensions).toMatchObject(ended)
    const late = await link()
    now += 10 * MINUTE
    expect((await open(late)).errors[0].extensions).toMatchObject(ended)
  })

  it('is no token of a visit, nor is that of a visit a link', async () => {
    const token = await link(true)
    expect((await page('', token)).body).toContain('opens soon')
    expect((await products(token)).status).toBe(404)
    const visited = await visit(token)
    expect((await open(visited.token)).errors[0].extensions).toMatchObject(ended)
    expect((await products(visited.token)).status).toBe(404)
    expect((await page('', visited.scriptToken)).body).toContain('opens soon')
  })

  it('opens nothing at another store', async () => {
    const other = await close(shop, await shop.addStore())
    const token = await link()
    expect((await open(token, other)).errors[0].extensions).toMatchObject(ended)
    const visited = await visit(token)
    expect((await products(visited.scriptToken, other)).status).toBe(404)
    expect((await page('', visited.token, other)).body).toContain('opens soon')
  })

  it('that is shared opens any number of visits in 30 days, which end with it', async () => {
    const token = await link(true)
    expect(await visit(token)).toMatchObject({
      shared: true,
      expiresAt: new Date(now + 12 * 60 * MINUTE).toISOString(),
    })
    now += (30 * 24 - 1) * 60 * MINUTE
    expect(await visit(token)).toMatchObject({ shared: true, expiresAt: new Date(now + 60 * MINUTE).toISOString() })
    now += 60 * MINUTE
    expect((await open(token)).errors[0].extensions).toMatchObject(ended)
  })
})

describe('a visit', () => {
  it('shows what is closed for 12 hours, its scripts for one; nobody may keep it', async () => {
    const { token, scriptToken } = await visit(await link())
    const shown = await products(scriptToken)
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store'])
    const home = await page('/p/pot', token)
    expect([home.statusCode, home.headers['cache-control'], home.headers['x-robots-tag']]).toEqual([
      200,
      'no-store',
      'noindex',
    ])
    expect(home.body).toContain('Only you see this')
    now += 60 * MINUTE
    expect((await products(scriptToken)).status).toBe(404)
    expect((await page('/p/pot', token)).body).toContain('Only you see this')
    now += 11 * 60 * MINUTE
    expect((await page('/p/pot', token)).body).toContain('opens soon')
  })

  it('ends when the owner ends it, and its link with it', async () => {
    const owner = await ownerOf(shop, store)
    const shared = await link(true)
    const { token, scriptToken } = await visit(shared)
    expect(await owner.ask('mutation { endPreviews }')).toEqual({ endPreviews: 2 })
    expect((await products(scriptToken)).status).toBe(404)
    expect((await page('', token)).body).toContain('opens soon')
    expect((await open(shared)).errors[0].extensions).toMatchObject(ended)
  })

  it('shows no draft', async () => {
    const draft = { slug: 'secret-plan', title: 'Secret plan', markdown: 'x', published: false }
    await shop.addStore({ store: { subdomain: store.subdomain }, pages: [draft] })
    const { token, scriptToken } = await visit(await link())
    expect((await page('/pages/secret-plan', token)).statusCode).toBe(404)
    expect((await page('/p/hidden', token)).statusCode).toBe(404)
    const { body } = await products(scriptToken)
    expect(JSON.stringify(body)).not.toContain('Hidden')
  })

  it('is above the cached pages of an open store, and needs no password', async () => {
    const locked = await shop.addStore({ store: { access: { password: 'letmein', protection: 'site' } } })
    for (const of of [await shop.addStore(), locked]) {
      const url = `/shop/${of.subdomain}`
      for (let times = 0; times < 2; times += 1) await shop.app.inject({ url, headers: { host: 'shop.example' } })
      const { data } = await open(await link(false, of), of)
      const seen = await page('', data.openPreview.token, of)
      expect([seen.statusCode, seen.body.includes('Only you see this')]).toEqual([200, true])
      const others = await shop.app.inject({ url, headers: { host: 'shop.example' } })
      expect(others.body).not.toContain('Only you see this')
    }
  })

  it('opens by the form of the shop, with a cookie that scripts cannot read', async () => {
    const send = async (token: string, site: string) =>
      shop.app.inject({
        method: 'POST',
        url: `/shop/${store.subdomain}/preview`,
        headers: {
          ...{ 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site, host: 'shop.example' },
          ...{ accept: 'text/html', 'x-forwarded-proto': 'https' },
        },
        payload: `token=${token}`,
      })
    const token = await link()
    expect((await send(token, 'cross-site')).statusCode).toBe(403)
    const opened = await send(token, 'same-origin')
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/shop/${store.subdomain}`])
    expect(String(opened.headers['set-cookie'])).toMatch(
      /^__Host-shop-preview-[\w-]+=[\da-f]{64}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax; Secure$/,
    )
    const again = await send(token, 'same-origin')
    expect([again.statusCode, again.body.includes(token)]).toEqual([400, false])
    expect(again.body).toContain('This link was used already, or is too old.')
  })
})

describe.each(interfaces)('over %s', (by) => {
  it('a visit goes as far as the last step of the checkout', async () => {
    const { scriptToken } = await visit(await link())
    const headers = { 'x-preview-token': scriptToken }
    const client = clientOf(shop, store.subdomain, by)
    const items = [selling.item('pot')]
    expect(await client.quote({ items }, { headers })).toHaveProperty('data')
    expect(await client.checkout({ items, buyer }, { headers })).toMatchObject({
      error: 'This is a preview: nothing can be ordered in it.',
      status: 403,
    })
    expect(await shop.database.prisma.order.count({ where: { storeId: store.id } })).toBe(0)
  })
})
