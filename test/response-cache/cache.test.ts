import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codingFor } from '../../src/api/http/content-coding.ts'
import { bodyFor, readyBody } from '../../src/api/response-cache/body.ts'
import { createResponseCache, type NewResponse, responseKey } from '../../src/api/response-cache/cache.ts'
import { isUnchanged } from '../../src/api/response-cache/write.ts'
import { cases } from '../support/chance.ts'
import { passTime } from '../support/public-requests.ts'

const MIB = 1024 * 1024
const response = (text: string, isVolatile = false): NewResponse => ({
  ...{ route: '/products', type: 'application/json', vary: 'Accept-Encoding', bytes: Buffer.from(text), isVolatile },
  charges: [{ limit: 'read', units: 1 }],
  counted: [],
})
const makeOf = (text: string, isVolatile?: boolean) => async () => response(text, isVolatile)
const at = (contentVersion: bigint, id = 'a') => ({ id, contentVersion })

let time: ReturnType<typeof passTime>
beforeEach(() => {
  time = passTime()
})
afterEach(() => time.restore())

describe('a response that is cached', () => {
  const cache = createResponseCache({ maxBytes: MIB })
  const found = (store: ReturnType<typeof at>, key = 'products') => cache.get(store, key)?.bytes.toString()

  it('is found for the state of the store that it was made for, and for no other', async () => {
    await cache.getOrMake(at(1n), 'products', makeOf('one'))
    expect(found(at(1n))).toBe('one')
    expect(found(at(0n))).toBeUndefined()
    expect(found(at(2n))).toBeUndefined()
    expect(found(at(1n, 'b'))).toBeUndefined()
    expect(found(at(1n), 'reviews')).toBeUndefined()
  })

  it('goes when the store changes, and one of before that comes late is not cached', async () => {
    let finish = () => {}
    const late = cache.getOrMake(at(1n), 'late', async () => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return response('old')
    })
    await cache.getOrMake(at(2n), 'products', makeOf('two'))
    finish()
    expect((await late)?.bytes.toString()).toBe('old')
    expect(found(at(1n), 'late')).toBeUndefined()
    expect(found(at(2n), 'late')).toBeUndefined()
    expect(found(at(1n))).toBeUndefined()
    expect(found(at(2n))).toBe('two')
  })

  it('expires after a minute, and after a second when it is volatile', async () => {
    await cache.getOrMake(at(2n), 'still', makeOf('still'))
    await cache.getOrMake(at(2n), 'volatile', makeOf('volatile', true))
    await time.pass(900)
    expect(found(at(2n), 'volatile')).toBe('volatile')
    await time.pass(101)
    expect(found(at(2n), 'volatile')).toBeUndefined()
    await time.pass(58_000)
    expect(found(at(2n), 'still')).toBe('still')
    await time.pass(1_001)
    expect(found(at(2n), 'still')).toBeUndefined()
  })
})

describe('a response that is being made', () => {
  const cache = createResponseCache({ maxBytes: MIB })
  const waiting = () => {
    const waits: { resolve: (made: NewResponse | null) => void; reject: (error: Error) => void }[] = []
    const make = () => new Promise<NewResponse | null>((resolve, reject) => waits.push({ resolve, reject }))
    return { waits, make }
  }

  it('is waited for by a thousand who ask meanwhile', async () => {
    const { waits, make } = waiting()
    const asked = Array.from({ length: 1_000 }, () => cache.getOrMake(at(1n), 'products', make))
    expect(waits).toHaveLength(1)
    waits[0]?.resolve(response('one'))
    expect(new Set(await Promise.all(asked)).size).toBe(1)
    expect(cache.get(at(1n), 'products')?.bytes.toString()).toBe('one')
  })

  it('fails for all of them, and is made again for who asks next', async () => {
    const { waits, make } = waiting()
    const asked = Array.from({ length: 1_000 }, () => cache.getOrMake(at(1n), 'broken', make))
    waits[0]?.reject(new Error('No database'))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1_000)
    expect(waits).toHaveLength(1)
    expect(await cache.getOrMake(at(1n), 'broken', makeOf('whole'))).toMatchObject({ bytes: Buffer.from('whole') })
  })

  it('is null for all of them when it is private, and nothing is cached', async () => {
    const { waits, make } = waiting()
    const asked = [cache.getOrMake(at(1n), 'me', make), cache.getOrMake(at(1n), 'me', make)]
    waits[0]?.resolve(null)
    expect(await Promise.all(asked)).toEqual([null, null])
    expect(cache.get(at(1n), 'me')).toBeUndefined()
  })

  it('is not waited for by who comes after a change of the store', async () => {
    const { waits, make } = waiting()
    const before = cache.getOrMake(at(1n), 'changing', make)
    const after = cache.getOrMake(at(2n), 'changing', make)
    expect(waits).toHaveLength(2)
    waits[1]?.resolve(response('new'))
    expect((await after)?.bytes.toString()).toBe('new')
    waits[0]?.resolve(response('old'))
    expect((await before)?.bytes.toString()).toBe('old')
    expect(cache.get(at(2n), 'changing')?.bytes.toString()).toBe('new')
  })

  it('is not waited for by who comes a second later: it may have been read that long ago', async () => {
    const { waits, make } = waiting()
    const first = cache.getOrMake(at(1n), 'slow', make)
    await time.pass(1_001)
    const second = cache.getOrMake(at(1n), 'slow', make)
    expect(waits).toHaveLength(2)
    waits[0]?.resolve(response('old', true))
    await first
    // The first one’s end is not the end of the second one.
    expect(cache.getOrMake(at(1n), 'slow', make)).toBe(second)
    waits[1]?.resolve(response('new', true))
    expect((await second)?.bytes.toString()).toBe('new')
  })
})

describe('memory', () => {
  it('stays within the bound for 1,000 stores with 1,000 keys each', async () => {
    const maxBytes = 8 * MIB
    const cache = createResponseCache({ maxBytes })
    const stores = Array.from({ length: 1_000 }, (_, store) => at(1n, `store-${store}`))
    // Each costs at least a kibibyte, so that a part of them fills the memory many times.
    const keys = Array.from({ length: cases(30, 1_000) }, (_, key) => `key-${key}`)
    const make = makeOf('x'.repeat(100))
    let most = 0
    for (const key of keys) {
      await Promise.all(stores.map((store) => cache.getOrMake(store, key, make)))
      most = Math.max(most, cache.size())
    }
    expect(most).toBeLessThanOrEqual(maxBytes)
    expect(most).toBeGreaterThan(maxBytes / 2)
    const cached = stores.flatMap((store) => keys.filter((key) => cache.get(store, key)))
    expect(cached.length * 1_024).toBeLessThanOrEqual(maxBytes)
  })

  it('one store takes a quarter of it at most, and the others keep what they have', async () => {
    const maxBytes = MIB
    const cache = createResponseCache({ maxBytes })
    await cache.getOrMake(at(1n, 'quiet'), 'products', makeOf('x'.repeat(1_000)))
    for (let key = 0; key < 1_000; key += 1) await cache.getOrMake(at(1n), `key-${key}`, makeOf('x'.repeat(10_000)))
    expect(cache.size()).toBeLessThanOrEqual(maxBytes / 4 + 10_000)
    expect(cache.get(at(1n, 'quiet'), 'products')).toBeDefined()
    expect(cache.get(at(1n), 'key-999')).toBeDefined()
    expect(cache.get(at(1n), 'key-0')).toBeUndefined()
  })

  it('keeps no piece of memory of which a response is only a part', async () => {
    const cache = createResponseCache({ maxBytes: MIB })
    const made = await cache.getOrMake(at(1n), 'small', makeOf('x'.repeat(2_000)))
    for (const coding of ['br', 'gzip', undefined]) {
      const { bytes } = await bodyFor(made ?? expect.fail(), coding)
      expect(bytes.buffer.byteLength).toBe(bytes.length)
    }
  })

  it.each([1, 1_000_001])('of %i bytes caches what it can', async (maxBytes) => {
    const cache = createResponseCache({ maxBytes })
    expect(await cache.getOrMake(at(1n), 'products', makeOf('one'))).toMatchObject({ bytes: Buffer.from('one') })
    expect(cache.get(at(1n), 'products') === undefined).toBe(maxBytes === 1)
    expect(cache.size()).toBeLessThanOrEqual(maxBytes)
  })
})

describe('a body', () => {
  const text = JSON.stringify({ tea: 'Assam '.repeat(1_000) })
  const decoded = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync }

  it.each(['br', 'gzip', 'identity'] as const)('as %s is the same answer, made once for all', async (coding) => {
    const cache = createResponseCache({ maxBytes: MIB })
    const made = (await cache.getOrMake(at(1n), coding, makeOf(text))) ?? expect.fail()
    const bodies = await Promise.all([bodyFor(made, coding), bodyFor(made, coding)])
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0].coding).toBe(coding)
    expect(decoded[coding](bodies[0].bytes).toString()).toBe(text)
    expect(readyBody(made, coding)).toBe(bodies[0])
    await nextTurn()
    expect(made.compressing.size).toBe(0)
  })

  it('has a tag of its own in each coding', async () => {
    const cache = createResponseCache({ maxBytes: MIB })
    const made = (await cache.getOrMake(at(1n), 'tags', makeOf(text))) ?? expect.fail()
    const tags = await Promise.all(['br', 'gzip', 'identity'].map(async (coding) => (await bodyFor(made, coding)).etag))
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}"$/)
  })

  it('that is small goes as it is, whatever the client takes', async () => {
    const cache = createResponseCache({ maxBytes: MIB })
    const made = (await cache.getOrMake(at(1n), 'small', makeOf('{}'))) ?? expect.fail()
    expect(readyBody(made, 'br, gzip')).toMatchObject({ coding: 'identity', bytes: Buffer.from('{}') })
  })
})

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP;Q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0.0, *', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=much', 'identity'],
  ['deflate', 'identity'],
  [`${'x, '.repeat(1_000)}gzip`, 'gzip'],
])('Accept-Encoding %j is answered in %s', (header, coding) => expect(codingFor(header)).toBe(coding))

it.each([
  [undefined, false],
  ['"tag"', true],
  ['W/"tag"', true],
  ['*', true],
  ['"other", W/"tag"', true],
  ['"other","tag"', true],
  ['"other"', false],
  ['tag', false],
  ['', false],
])('If-None-Match %j names the tag: %s', (header, unchanged) => expect(isUnchanged(header, '"tag"')).toBe(unchanged))

it('no two hosts and addresses share a key', () => {
  expect(responseKey('http://a /x', '/y')).not.toBe(responseKey('http://a', '/x /y'))
})
