import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { defaultPolicies } from '../../src/api/admission/rate-limit-policy.ts'
import type { Services } from '../../src/api/context.ts'
import { createLimits } from '../../src/platform/limits/rate-limit.ts'
import type { TrustedProxies } from '../../src/platform/network/client-address.ts'
import { connectRedis } from '../../src/platform/redis/redis.ts'
import { createServer } from '../../src/process/server.ts'
import { needs, noRedis } from '../support/needs.ts'
import { openShop } from '../support/shop.ts'

const POINTS = 3
const policies = { ...defaultPolicies, read: { points: POINTS, seconds: 60 } }
const servers: FastifyInstance[] = []

const shop = await openShop({ policies })
afterAll(async () => {
  for (const server of servers) await server.close()
  await shop.close()
})

/** One more server for the same shop, such as another process would be. */
async function serverOf(trustProxy: TrustedProxies | null, services: Services = shop.services) {
  const server = await createServer({
    services,
    config: { trustProxy, defaultStore: null, graphiql: true, metrics: false },
    isReady: async () => true,
  })
  servers.push(server)
  return server
}

const freshPath = async () => `/api/sites/${(await shop.addStore()).subdomain}`

/** A request from `socket`, which says that it speaks for `forwardedFor`. Gives whether it was let in. */
async function isLetIn(server: FastifyInstance, url: string, socket: string, forwardedFor?: string): Promise<boolean> {
  const { statusCode } = await server.inject({
    url,
    remoteAddress: socket,
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  })
  return statusCode !== 429
}

describe('a client that makes an address up for every request', () => {
  it.each([
    ['no proxy is trusted', null, (forged: string) => forged],
    ['one proxy is', { hops: 1 }, (forged: string) => `${forged}, 198.51.100.7`],
    ['two proxies are', { hops: 2 }, (forged: string) => `${forged}, 198.51.100.7, 192.0.2.1`],
    ['a network of proxies is', { cidrs: ['192.0.2.0/24'] }, (forged: string) => `${forged}, 198.51.100.7, 192.0.2.9`],
    ['a network is, and it is not in that', { cidrs: ['10.0.0.0/8'] }, (forged: string) => forged],
  ] as const)('has one budget all the same: %s', async (_, trustProxy, header) => {
    const server = await serverOf(trustProxy && { ...trustProxy })
    const url = `${await freshPath()}/products`
    const answers: boolean[] = []
    for (let call = 0; call < POINTS + 2; call += 1) {
      answers.push(await isLetIn(server, url, '192.0.2.1', header(`203.0.113.${call}`)))
    }
    expect(answers).toEqual([true, true, true, false, false])
  })

  it('takes nobody else’s budget', async () => {
    const server = await serverOf({ hops: 1 })
    const url = `${await freshPath()}/products`
    for (let call = 0; call < POINTS + 1; call += 1)
      await isLetIn(server, url, '192.0.2.1', '203.0.113.1, 198.51.100.7')
    expect(await isLetIn(server, url, '192.0.2.1', '203.0.113.1')).toBe(true)
  })
})

it('addresses of one IPv6 network of 64 bits are one client, those of the next another', async () => {
  const server = await serverOf(null)
  const url = `${await freshPath()}/products`
  const hosts = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:0:5', '2001:db8:1:2::9']
  const answers: boolean[] = []
  for (const host of hosts) answers.push(await isLetIn(server, url, host))
  expect(answers).toEqual([true, true, true, false])
  expect(await isLetIn(server, url, '2001:db8:1:3::1')).toBe(true)
})

it('an IPv4 address is the same within IPv6', async () => {
  const server = await serverOf(null)
  const url = `${await freshPath()}/products`
  for (let call = 0; call < POINTS; call += 1) await isLetIn(server, url, '192.0.2.77')
  expect(await isLetIn(server, url, '::ffff:192.0.2.77')).toBe(false)
})

describe('two instances with one Redis', needs(noRedis), () => {
  it('have one budget for a client, also when it asks both at once', async () => {
    const redises = [1, 2].map(() => connectRedis(process.env.REDIS_URL ?? '', shop.services.logger))
    await Promise.all(redises.map((redis) => vi.waitUntil(() => redis.status === 'ready', { timeout: 5_000 })))
    const limits = redises.map((redis) => createLimits({ policies, redis, logger: shop.services.logger, off: false }))
    const [here, there] = await Promise.all(limits.map((limits) => serverOf(null, { ...shop.services, limits })))
    const path = await freshPath()
    const asks = Array.from({ length: 12 }, (_, at) =>
      isLetIn((at % 2 ? here : there) as FastifyInstance, `${path}/products`, '192.0.2.1'),
    )
    expect((await Promise.all(asks)).filter(Boolean)).toHaveLength(POINTS)
    // Over either interface, at either instance.
    for (const server of [here, there] as FastifyInstance[]) {
      const query = encodeURIComponent('{ store { name } }')
      const { headers, body } = await server.inject({
        url: `${path}/graphql?query=${query}`,
        remoteAddress: '192.0.2.1',
      })
      expect(body).toContain('RATE_LIMITED')
      expect(headers.ratelimit).toMatch(/^"read";r=0;/)
    }
    for (const { close } of limits) close()
    for (const redis of redises) redis.disconnect()
  })
})
