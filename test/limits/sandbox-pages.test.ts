import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createOwnerKey } from '../../src/commerce/owners/owner-key.ts'
import { newSandboxOrderId } from '../../src/commerce/payments/sandbox.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { ownAddress } from '../support/addresses.ts'
import { buyer, dataOf, productIdOf } from '../support/buying.ts'
import { clientOf } from '../support/client.ts'
import { forAllTests, openShop } from '../support/shop.ts'

const POINTS = 3
const SECONDS = 60

const shop = await forAllTests(openShop({ policies: { read: { points: POINTS, seconds: SECONDS } } }))
const bundle = { store: { payments: { provider: 'sandbox' } }, products: [{ slug: 'tea', name: 'Tea', price: 100 }] }
const store = await shop.addStore(bundle)
const other = await shop.addStore(bundle)

type Method = 'GET' | 'HEAD' | 'POST'

const pathOf = (id: string) => `/sandbox/orders/${id}/pay`

async function orderOf(at: Store): Promise<string> {
  const items = [{ id: await productIdOf(shop, at, 'tea'), qty: 1 }]
  return (await dataOf(clientOf(shop, at.subdomain, 'REST').checkout({ items, buyer }))).providerOrderId
}

/** A request to the sandbox; a POST pays. */
const ask = (method: Method, id: string, ip: string, payload = '{}', headers: Record<string, string> = {}) =>
  shop.app.inject({
    method,
    url: pathOf(id),
    headers: { 'x-forwarded-for': ip, ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers },
    ...(method === 'POST' && { payload }),
  })

const read = (subdomain: string, ip: string) =>
  shop.app.inject({ url: `/api/sites/${subdomain}/products`, headers: { 'x-forwarded-for': ip } })

/** With a window that has only begun; a slow machine may take a few seconds of it. */
const left = (count: number) => ({
  ratelimit: expect.stringMatching(new RegExp(`^"read";r=${count};t=\\d+$`)),
  'ratelimit-policy': `"read";q=${POINTS};w=${SECONDS}`,
})

function expectRefusal({ statusCode, headers, body }: Awaited<ReturnType<typeof ask>>, hasBody = true): void {
  expect(statusCode).toBe(429)
  expect(headers).toMatchObject(left(0))
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(SECONDS)
  expect(body).toBe(hasBody ? '{"error":"Too many requests"}' : '')
}

describe('the sandbox’s pages', () => {
  it('are reads of the order’s store, to look at and to pay', async () => {
    const [id, ip] = [await orderOf(store), ownAddress()]
    for (const [at, method] of (['GET', 'HEAD', 'POST'] as const).entries()) {
      const answer = await ask(method, id, ip)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject(left(POINTS - 1 - at))
      expect(answer.headers).not.toHaveProperty('retry-after')
    }
    expectRefusal(await ask('GET', id, ip))
    expectRefusal(await ask('HEAD', id, ip), false)
    expectRefusal(await ask('POST', id, ip))
    expectRefusal(await read(store.subdomain, ip))
  })

  it('have a budget for each address, and for each store', async () => {
    const [id, ip] = [await orderOf(store), ownAddress()]
    for (let call = 0; call < POINTS; call += 1) await read(store.subdomain, ip)
    expectRefusal(await ask('GET', id, ip))
    expect((await ask('GET', id, ownAddress())).headers).toMatchObject(left(POINTS - 1))
    const answer = await ask('GET', await orderOf(other), ip)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject(left(POINTS - 1))
  })

  it('are refused before the body is read, and take no payment then', async () => {
    const [id, ip] = [await orderOf(store), ownAddress()]
    for (let call = 0; call < POINTS; call += 1) expect((await ask('POST', id, ip, '{"outcome":')).statusCode).toBe(400)
    expectRefusal(await ask('POST', id, ip, '{"outcome":'))
    expectRefusal(await ask('POST', id, ip))
    const where = { storeId_providerOrderId: { storeId: store.id, providerOrderId: id } }
    expect(await shop.database.prisma.sandboxPayment.findUnique({ where })).toBeNull()
  })

  it('of orders that a store does not have are reads of that store', async () => {
    const ip = ownAddress()
    const answer = await ask('GET', newSandboxOrderId(store.id), ip)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).toMatchObject(left(POINTS - 1))
    expect((await read(store.subdomain, ip)).headers).toMatchObject(left(POINTS - 2))
  })

  it('of no store share the budget of stores that are not there, whatever id the client makes up', async () => {
    const ip = ownAddress()
    const made = () => newSandboxOrderId(randomUUID())
    const asks = [
      () => ask('GET', made(), ip),
      () => ask('POST', made(), ip, '{}', { 'x-store': store.subdomain }),
      () => read('nowhere', ip),
    ]
    for (const [at, askOnce] of asks.entries()) {
      const answer = await askOnce()
      expect(answer.statusCode).toBe(404)
      expect(answer.headers).toMatchObject(left(POINTS - 1 - at))
    }
    for (const id of [made(), 'x', 'free_ORD-0123456789', '%00', 'a'.repeat(2_000)])
      expectRefusal(await ask('GET', id, ip))
    expect((await ask('GET', await orderOf(store), ip)).headers).toMatchObject(left(POINTS - 1))
  })

  it('count for the shopper whose address the storefront’s server tells', async () => {
    const [id, ip] = [await orderOf(store), ownAddress()]
    const key = (await createOwnerKey(shop.services, store.id, 'server')).key
    const forShopper = (shopper: string) => ask('POST', id, ip, '{}', { 'x-store-key': key, 'x-buyer-ip': shopper })
    const shopper = ownAddress()
    for (let call = 0; call < POINTS; call += 1) expect((await forShopper(shopper)).statusCode).toBe(200)
    expectRefusal(await forShopper(shopper))
    expect((await forShopper(ownAddress())).statusCode).toBe(200)
    expect((await ask('POST', id, ip)).headers).toMatchObject(left(POINTS - 1))
  })
})
