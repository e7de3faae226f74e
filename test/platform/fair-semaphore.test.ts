import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFairSemaphore, type FairSemaphoreOptions } from '../../src/platform/limits/fair-semaphore.ts'

/** Who got a permit, in that order, and a way to have each release it. */
function tried(options: Partial<FairSemaphoreOptions> = {}) {
  const semaphore = createFairSemaphore({ permits: 2, perKey: 2, longestWaitMs: 1_000, ...options })
  const granted: string[] = []
  const releases = new Map<string, () => void>()
  return {
    semaphore,
    granted,
    /** `a1` is the first of key a. */
    async ask(...names: string[]) {
      for (const name of names) {
        void semaphore.acquire(name.slice(0, 1)).then(
          (release) => {
            granted.push(name)
            releases.set(name, release)
          },
          // Those who still wait at the end of a test are refused after it.
          () => {},
        )
      }
      await setImmediate()
    },
    async release(name: string) {
      releases.get(name)?.()
      await setImmediate()
    },
  }
}

describe('a fair semaphore', () => {
  it('grants so many permits at once, and the next when one is released', async () => {
    const { ask, release, granted } = tried()
    await ask('a1', 'a2', 'a3', 'a4')
    expect(granted).toEqual(['a1', 'a2'])
    await release('a2')
    expect(granted).toEqual(['a1', 'a2', 'a3'])
  })

  it('keeps permits free of one key alone, for those who come next', async () => {
    const { ask, granted } = tried({ permits: 3, perKey: 2 })
    await ask('a1', 'a2', 'a3', 'a4')
    expect(granted).toEqual(['a1', 'a2'])
    await ask('b1')
    expect(granted).toEqual(['a1', 'a2', 'b1'])
  })

  it('gives a free permit to the key that has fewest, however many of another came before', async () => {
    const { ask, release, granted } = tried()
    await ask('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'b2')
    await release('a1')
    await release('a2')
    expect(granted).toEqual(['a1', 'a2', 'b1', 'c1'])
    await release('b1')
    expect(granted.at(-1)).toBe('a3')
  })

  it('goes round among keys that have as many', async () => {
    const { ask, release, granted } = tried({ permits: 1, perKey: 1 })
    await ask('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await release(name)
    expect(granted).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('takes a permit back once', async () => {
    const { ask, release, granted } = tried({ permits: 1, perKey: 1 })
    await ask('a1', 'a2', 'a3')
    await release('a1')
    await release('a1')
    expect(granted).toEqual(['a1', 'a2'])
  })

  it('serves everyone, never more at once than there are permits, nor more of one key than it may have', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        async (keys, permits, perKey) => {
          const semaphore = createFairSemaphore({ permits, perKey, longestWaitMs: 10_000 })
          const running: string[] = []
          let served = 0
          await Promise.all(
            keys.map(async (key, at) => {
              const release = await semaphore.acquire(key)
              running.push(key)
              expect(running.length).toBeLessThanOrEqual(permits)
              expect(running.filter((other) => other === key).length).toBeLessThanOrEqual(perKey)
              for (let pause = 0; pause < at % 3; pause += 1) await setImmediate()
              running.splice(running.indexOf(key), 1)
              served += 1
              release()
            }),
          )
          expect(served).toBe(keys.length)
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('whoever waits too long', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('gets an error that says the service is busy, and no permit afterwards', async () => {
    const { semaphore, ask, release, granted } = tried({ permits: 1, perKey: 1 })
    await ask('a1')
    const late = semaphore.acquire('b').catch((error: unknown) => error)
    vi.advanceTimersByTime(1_000)
    expect(await late).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 })
    await release('a1')
    await ask('a2')
    expect(granted).toEqual(['a1', 'a2'])
  })
})
