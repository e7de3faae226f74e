import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createStorefront, type Storefront } from '../src/index.ts'
import { type Script, startScript } from './scripted-gateway.ts'

let script: Script
let shop: Storefront

beforeAll(async () => {
  script = await startScript()
  shop = createStorefront({ baseUrl: script.url, store: 'demo' })
})
afterAll(() => script.close())

const line = { id: '01980f5e-7a51-7c3e-9d52-6f0b7f3a1c01', qty: 1 }
const cartId = '01980f5e-7a51-7c3e-9d52-6f0b7f3a1c02'

describe('an answer that is lost', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a list', () => shop.products()],
    ['a quote', () => shop.quote({ items: [line] })],
    ['a payment', () => shop.verifyPayment({})],
    ['a cart whose contents are given', () => shop.updateCart({ cartId, items: [line] })],
    ['a line whose number is set', () => shop.updateCart({ cartId, set: [line], remove: [{ id: line.id }] })],
    ['a deleted cart', () => shop.deleteCart({ cartId })],
  ])('is asked for again where that does no harm: %s', async (_, call) => {
    script.answers('cut')
    await call()
    expect(script.requests()).toHaveLength(2)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['units that are added', () => shop.updateCart({ cartId, add: [line] })],
    ['units that are removed', () => shop.updateCart({ cartId, remove: [line] })],
    ['a review', () => shop.submitReview({ productId: line.id, rating: 5, body: 'Very good' })],
    ['a message', () => shop.submitLead({ message: 'Hello' })],
    ['an account', () => shop.signUp({ name: 'Asha', phone: '9876543210', password: 'secret1' })],
    ['a question', () => shop.chat({ message: 'Hello' })],
  ])('is not, where it would do something twice: %s', async (_, call) => {
    script.answers('cut')
    await expect(call()).rejects.toMatchObject({ code: 'NO_ANSWER' })
    script.answers('busy')
    await expect(call()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(script.requests()).toHaveLength(1)
  })
})

it('waits as long as it is told', async () => {
  script.answers('busy', 'limited')
  await shop.products({ q: 'tea', category: ['Black', 'Green'], option: { size: '250g' } })
  const [first, second, third] = script.requests()
  expect(first?.request).toBe('GET /api/sites/demo/products?q=tea&category=Black&category=Green&option[size]=250g')
  expect(second?.after).toBeGreaterThanOrEqual(990)
  expect(third?.after).toBeGreaterThanOrEqual(990)
})

it('repeats whatever was refused for its rate, and nothing that would wait longer than it may', async () => {
  script.answers('limited')
  await shop.chat({ message: 'Hello' })
  expect(script.requests()).toHaveLength(2)
  script.answers('limited')
  const hasty = createStorefront({ baseUrl: script.url, store: 'demo', maxWait: 500 })
  await expect(hasty.products()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 })
})

it('asks again when a proxy could not reach the gateway', async () => {
  script.answers('html-502')
  await shop.products()
  expect(script.requests()).toHaveLength(2)
})

it('gives up after so many attempts, each after a longer pause', async () => {
  script.answers('cut', 'cut', 'cut', 'cut', 'cut')
  const shop = createStorefront({ baseUrl: script.url, store: 'demo', retries: 2 })
  await expect(shop.products()).rejects.toMatchObject({ code: 'NO_ANSWER' })
  const pauses = script.requests().map(({ after }) => after)
  expect(pauses).toHaveLength(3)
  expect(pauses[1]).toBeGreaterThanOrEqual(145)
  expect(pauses[2]).toBeGreaterThanOrEqual(295)
})

describe('a signal', () => {
  it('ends a request', async () => {
    script.answers('hang')
    await expect(shop.products({}, { signal: AbortSignal.timeout(50) })).rejects.toThrow(
      expect.objectContaining({ name: 'TimeoutError' }),
    )
  })

  it('ends the wait for the next attempt', async () => {
    script.answers('busy')
    const leaving = new AbortController()
    const call = shop.products({}, { signal: leaving.signal })
    await vi.waitFor(() => expect(script.requests()).toHaveLength(1), 60_000)
    setTimeout(() => leaving.abort(new Error('The page is left')), 100)
    await expect(call).rejects.toThrow('The page is left')
    expect(script.requests()).toHaveLength(1)
  })

  it('that is aborted from the beginning sends nothing', async () => {
    script.answers()
    await expect(shop.products({}, { signal: AbortSignal.abort() })).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    )
    expect(script.requests()).toEqual([])
  })
})
