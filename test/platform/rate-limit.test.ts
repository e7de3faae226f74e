import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defaultPolicies, type LimitName, type Limits } from '../../src/api/admission/rate-limit-policy.ts'
import { createLimits, type LimitsOptions, rateLimitHeaders } from '../../src/platform/limits/rate-limit.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { connectRedis } from '../../src/platform/redis/redis.ts'
import { needs, noRedis } from '../support/needs.ts'
import { type CuttableProxy, startCuttableProxy } from './cuttable-proxy.ts'

const redisUrl = process.env.REDIS_URL ?? ''
const quiet = createLogger('silent')
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function limitsWith(options: Partial<LimitsOptions<LimitName>> = {}): Limits {
  const limits = createLimits({ policies: defaultPolicies, logger: quiet, off: false, ...options })
  cleanups.push(() => limits.close())
  return limits
}

async function connected(url: string): Promise<Redis> {
  const redis = connectRedis(url, quiet)
  cleanups.push(() => redis.disconnect())
  await vi.waitUntil(() => redis.status === 'ready', { timeout: 5000 })
  return redis
}

async function throughProxy(): Promise<{ proxy: CuttableProxy; redis: Redis }> {
  const proxy = await startCuttableProxy(redisUrl)
  cleanups.push(() => proxy.close())
  return { proxy, redis: await connected(proxy.url) }
}

function logOf(): { messages: string[]; logger: LimitsOptions<LimitName>['logger'] } {
  const messages: string[] = []
  const logger = createLogger('info', { write: (line) => void messages.push(JSON.parse(line).msg) })
  return { messages, logger }
}

async function takeTogether(limits: Limits[], times: number, key: string) {
  const budgets = Array.from({ length: times }, (_, index) => limits[index % limits.length]?.consume('checkout', key))
  return (await Promise.all(budgets)).filter((budget) => budget?.allowed).length
}

function behavesAsALimit(open: () => Promise<Limits>) {
  it('allows what the policy says, shows what is left, then refuses', async () => {
    const limits = await open()
    const key = randomUUID()
    for (let left = 9; left >= 0; left -= 1) {
      expect(await limits.consume('checkout', key)).toMatchObject({
        allowed: true,
        limit: 10,
        remaining: left,
        windowSeconds: 60,
      })
    }
    const refused = await limits.consume('checkout', key)
    expect(refused).toMatchObject({ allowed: false, remaining: 0 })
    expect(refused.resetSeconds).toBeGreaterThanOrEqual(1)
    expect(refused.resetSeconds).toBeLessThanOrEqual(60)
  })

  it('counts every name and key by itself', async () => {
    const limits = await open()
    const key = randomUUID()
    await takeTogether([limits], 11, key)
    expect(await limits.consume('checkout', `${key}'`)).toMatchObject({ allowed: true, remaining: 9 })
    expect(await limits.consume('review', key)).toMatchObject({ allowed: true, remaining: 4, windowSeconds: 3600 })
  })

  it('allows exactly 10 of 50 at once', async () => {
    expect(await takeTogether([await open()], 50, randomUUID())).toBe(10)
  })

  it('restores one', async () => {
    const limits = await open()
    const key = randomUUID()
    await takeTogether([limits], 10, key)
    await limits.restore('checkout', key)
    expect(await limits.consume('checkout', key)).toMatchObject({ allowed: true, remaining: 0 })
    expect(await limits.consume('checkout', key)).toMatchObject({ allowed: false })
  })

  it('never reports more than the limit', async () => {
    const limits = await open()
    const key = randomUUID()
    await limits.restore('checkout', key)
    expect((await limits.consume('checkout', key)).remaining).toBeLessThanOrEqual(10)
  })

  it('begins again after the window', async () => {
    const limits = await open()
    const key = randomUUID()
    expect(await limits.consume('unlock', key)).toMatchObject({ allowed: true, resetSeconds: 1 })
    expect(await limits.consume('unlock', key)).toMatchObject({ allowed: false, resetSeconds: 1 })
    await vi.waitUntil(async () => (await limits.consume('unlock', key)).allowed, { timeout: 3000, interval: 100 })
  })
}

const policies = { ...defaultPolicies, unlock: { points: 1, seconds: 1 } }

describe('limits in memory', () => {
  behavesAsALimit(async () => limitsWith({ policies }))

  it('allow everything when they are off', async () => {
    const limits = limitsWith({ off: true })
    expect(await takeTogether([limits], 50, 'a')).toBe(50)
    await limits.restore('checkout', 'a')
    expect(await limits.consume('checkout', 'a')).toEqual({
      allowed: true,
      counted: false,
      limit: 10,
      remaining: 10,
      resetSeconds: 60,
      windowSeconds: 60,
    })
  })
})

describe('the headers of an answer', () => {
  const budget = { allowed: true, counted: true, limit: 10, remaining: 9, resetSeconds: 42, windowSeconds: 60 }

  it('report what is left and the policy', () => {
    expect(rateLimitHeaders(new Map([['checkout', budget]]))).toEqual({
      RateLimit: '"checkout";r=9;t=42',
      'RateLimit-Policy': '"checkout";q=10;w=60',
    })
  })

  it('report a refused caller when to come back', () => {
    const spent = { ...budget, allowed: false, remaining: 0 }
    const budgets = new Map([
      ['checkout', spent],
      ['read', { ...spent, resetSeconds: 7 }],
    ])
    expect(rateLimitHeaders(budgets)).toEqual({
      RateLimit: '"checkout";r=0;t=42, "read";r=0;t=7',
      'RateLimit-Policy': '"checkout";q=10;w=60, "read";q=10;w=60',
      'Retry-After': '42',
    })
  })

  it('say nothing of limits that are off', () => {
    expect(rateLimitHeaders(new Map([['checkout', { ...budget, counted: false }]]))).toEqual({})
  })
})

describe('limits while Redis cannot be reached from the start', () => {
  it('are counted in memory, without waiting, and the log says so once', async () => {
    const { messages, logger } = logOf()
    const redis = connectRedis('redis://127.0.0.1:1', quiet)
    cleanups.push(() => redis.disconnect())
    const limits = limitsWith({ redis, logger })
    expect(await takeTogether([limits], 50, 'a')).toBe(10)
    await vi.waitUntil(() => messages.length > 0, 60_000)
    await limits.consume('checkout', 'a')
    expect(messages).toEqual([expect.stringContaining('Redis is unreachable')])
  })
})

describe('limits in Redis', needs(noRedis), () => {
  behavesAsALimit(async () => limitsWith({ policies, redis: await connected(redisUrl) }))

  describe('without waiting for it', () => {
    const deferred = ['checkout', 'review', 'unlock'] as const

    behavesAsALimit(async () => limitsWith({ policies, deferred, redis: await connected(redisUrl) }))

    it('are counted at once as soon as the count of the others is known', async () => {
      const limits = limitsWith({ deferred, redis: await connected(redisUrl) })
      const key = randomUUID()
      expect(limits.consumeNow('checkout', key)).toBeNull()
      await limits.consume('checkout', key)
      expect(limits.consumeNow('checkout', key)).toMatchObject({ allowed: true, remaining: 8 })
      expect(limits.consumeNow('login', key)).toBeNull()
    })

    it('are sent to the other processes soon after', async () => {
      const redis = await connected(redisUrl)
      const here = limitsWith({ deferred, redis })
      const there = limitsWith({ deferred, redis: await connected(redisUrl) })
      const key = randomUUID()
      for (let left = 9; left >= 0; left -= 1) {
        expect(await here.consume('checkout', key)).toMatchObject({ allowed: true, remaining: left })
      }
      await vi.waitUntil(async () => (await redis.get(`storefront:limit:checkout:${key}`)) === '10', 60_000)
      expect(await there.consume('checkout', key)).toMatchObject({ allowed: false })
    })
  })

  it('are one budget for all processes', async () => {
    const here = limitsWith({ redis: await connected(redisUrl) })
    const there = limitsWith({ redis: await connected(redisUrl) })
    const key = randomUUID()
    expect(await takeTogether([here, there], 50, randomUUID())).toBe(10)
    expect(await takeTogether([here, there], 10, key)).toBe(10)
    await here.restore('checkout', key)
    expect(await there.consume('checkout', key)).toMatchObject({ allowed: true, remaining: 0 })
  })

  it('leave nothing behind after the window', async () => {
    const redis = await connected(redisUrl)
    const key = randomUUID()
    await limitsWith({ redis }).consume('checkout', key)
    expect(await redis.ttl(`storefront:limit:checkout:${key}`)).toBeGreaterThan(50)
  })

  it('go on in memory when Redis goes away, and are shared again when it returns; the log says each once', async () => {
    const { proxy, redis } = await throughProxy()
    const { messages, logger } = logOf()
    const limits = limitsWith({ redis, logger })
    const key = randomUUID()
    expect(await takeTogether([limits], 4, key)).toBe(4)

    await proxy.cut()
    expect(await takeTogether([limits], 10, key)).toBe(10)
    await limits.restore('checkout', key)
    expect(await limits.consume('checkout', key)).toMatchObject({ allowed: true, remaining: 0 })
    expect(messages).toEqual([expect.stringContaining('Redis is unreachable')])

    await proxy.mend()
    await vi.waitUntil(() => messages.length === 2, { timeout: 10_000 })
    expect(messages[1]).toContain('Redis is reachable again')
    expect(await limits.consume('checkout', key)).toMatchObject({ allowed: true, remaining: 5 })
  })

  it('wait for a silent Redis once, then find out in the background whether it is back', async () => {
    const { proxy, redis } = await throughProxy()
    const { messages, logger } = logOf()
    const limits = limitsWith({ redis, logger })
    await limits.consume('checkout', randomUUID())

    proxy.hang()
    const key = randomUUID()
    expect(await takeTogether([limits], 50, key)).toBe(10)
    expect(messages).toEqual([expect.stringContaining('Redis is unreachable')])
    const sent = proxy.bytesFromClient()
    for (let index = 0; index < 100; index += 1) await limits.consume('checkout', key)
    // Nothing was sent, so nothing was waited for.
    expect(proxy.bytesFromClient()).toBe(sent)

    proxy.resume()
    await vi.waitUntil(async () => (await limits.consume('checkout', key)) && messages.length === 2, {
      timeout: 10_000,
    })
    expect(messages[1]).toContain('Redis is reachable again')
  })

  it('are silent about a connection that is closed after them', async () => {
    const { messages, logger } = logOf()
    const redis = await connected(redisUrl)
    const limits = createLimits({ policies, redis, logger, off: false })
    await limits.consume('checkout', randomUUID())
    limits.close()
    await redis.quit()
    expect(messages).toEqual([])
  })
})
