import type { Redis } from 'ioredis'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { createLogger } from '../../src/platform/logger.ts'
import { Problem } from '../../src/platform/problem.ts'
import { connectRedis } from '../../src/platform/redis/redis.ts'
import { ownAddress } from '../support/addresses.ts'
import type { Outcome } from '../support/call.ts'
import { clientOf, interfaces } from '../support/client.ts'
import { openShop } from '../support/shop.ts'

const PER_PHONE = 6
const PER_PHONE_AND_ADDRESS = 4
const PASSWORD = 'secret1'

let redis: Redis | undefined
let lastPhone = 5_550_000

if (process.env.REDIS_URL) {
  redis = connectRedis(process.env.REDIS_URL, createLogger('silent'))
  await vi.waitUntil(() => redis?.status === 'ready', { timeout: 5_000 })
}
const shop = await openShop({
  ...(redis && { redis }),
  policies: {
    loginFailuresPerPhone: { points: PER_PHONE, seconds: 60 },
    loginFailuresPerPhoneAndIp: { points: PER_PHONE_AND_ADDRESS, seconds: 60 },
  },
})
const store = await shop.addStore()
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await shop.close()
  redis?.disconnect()
})

async function customer(at = store): Promise<string> {
  lastPhone += 1
  const phone = String(lastPhone)
  const outcome = await clientOf(shop, at.subdomain, 'REST').signUp({ name: 'Asha', phone, password: PASSWORD })
  expect(outcome).toHaveProperty('data.token')
  return phone
}

const countOf = (outcomes: Outcome[], status: number) =>
  outcomes.filter((outcome) => 'status' in outcome && outcome.status === status).length

it.each([
  ['from one address', PER_PHONE_AND_ADDRESS, (): string => '203.0.113.250'],
  ['from as many addresses', PER_PHONE, ownAddress],
] as const)('20 guesses at once %s: the password is checked %d times', async (_, checks, address) => {
  const phone = await customer()
  const verify = vi.spyOn(shop.services.passwords, 'verify')
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      clientOf(shop, store.subdomain, interfaces[at % 2] ?? 'REST').logIn(
        { phone, password: `guess-${at}` },
        { ip: address() },
      ),
    ),
  )
  expect(verify).toHaveBeenCalledTimes(checks)
  expect(countOf(outcomes, 401)).toBe(checks)
  expect(countOf(outcomes, 429)).toBe(20 - checks)
})

it('guesses at an unknown phone are counted like those at a known one', async () => {
  const verify = vi.spyOn(shop.services.passwords, 'verify')
  const guess = () => clientOf(shop, store.subdomain, 'REST').logIn({ phone: '999', password: 'x' })
  const outcomes = await Promise.all(Array.from({ length: 10 }, guess))
  expect(verify).toHaveBeenCalledTimes(PER_PHONE)
  expect(countOf(outcomes, 429)).toBe(10 - PER_PHONE)
})

it('guesses at one store leave the same phone free at another', async () => {
  const other = await shop.addStore()
  const phone = await customer()
  lastPhone -= 1
  expect(await customer(other)).toBe(phone)
  const guess = () => clientOf(shop, store.subdomain, 'REST').logIn({ phone, password: 'x' })
  await Promise.all(Array.from({ length: PER_PHONE + 1 }, guess))
  expect(await guess()).toMatchObject({ status: 429 })
  expect(await clientOf(shop, other.subdomain, 'REST').logIn({ phone, password: PASSWORD })).toHaveProperty('data')
})

it.each(interfaces)('over %s an unknown phone costs what a wrong password does', async (by) => {
  const client = clientOf(shop, store.subdomain, by)
  const phone = await customer()
  const costOf = async (input: object) => {
    await shop.services.stores.find(store.subdomain)
    const verify = vi.spyOn(shop.services.passwords, 'verify')
    shop.statements()
    const outcome = await client.logIn(input)
    const checks = verify.mock.calls.length
    vi.restoreAllMocks()
    return { outcome, checks, statements: shop.statements() }
  }
  const wrong = await costOf({ phone, password: 'secret2' })
  expect(wrong).toMatchObject({ outcome: { status: 401, error: 'Invalid phone or password' }, checks: 1 })
  expect(await costOf({ phone: '99999', password: 'secret2' })).toEqual(wrong)
})

it.each(interfaces)('over %s attempts that nobody could look at are no failures', async (by) => {
  const phone = await customer()
  const client = clientOf(shop, store.subdomain, by)
  const busy = new Problem('UNAVAILABLE', 'The server is busy. Please try again.', { retryAfter: 1 })
  const verify = vi.spyOn(shop.services.passwords, 'verify').mockRejectedValue(busy)
  const ip = ownAddress()
  for (let attempt = 0; attempt <= PER_PHONE; attempt += 1) {
    expect(await client.logIn({ phone, password: PASSWORD }, { ip })).toMatchObject({ status: 503 })
  }
  verify.mockRestore()
  for (let guess = 0; guess < PER_PHONE_AND_ADDRESS - 1; guess += 1) {
    expect(await client.logIn({ phone, password: 'x' }, { ip })).toMatchObject({ status: 401 })
  }
  expect(await client.logIn({ phone, password: PASSWORD }, { ip })).toHaveProperty('data')
})
