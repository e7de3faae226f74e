import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFairTurns, type FairTurnsOptions } from '../../src/platform/limits/fair-turns.ts'

/** Who was let in, in that order, and a way to have each leave. */
function door(options: Partial<FairTurnsOptions> = {}) {
  const turns = createFairTurns({ places: 2, perKey: 2, longestWaitMs: 1_000, ...options })
  const entered: string[] = []
  const leaves = new Map<string, () => void>()
  return {
    turns,
    entered,
    /** `a1` is the first of key a. */
    async come(...names: string[]) {
      for (const name of names) {
        void turns.enter(name.slice(0, 1)).then(
          (leave) => {
            entered.push(name)
            leaves.set(name, leave)
          },
          // Those who still wait at the end of a test are turned away after it.
          () => {},
        )
      }
      await setImmediate()
    },
    async leave(name: string) {
      leaves.get(name)?.()
      await setImmediate()
    },
  }
}

describe('fair turns', () => {
  it('lets so many in at once, and the next when one leaves', async () => {
    const { come, leave, entered } = door()
    await come('a1', 'a2', 'a3', 'a4')
    expect(entered).toEqual(['a1', 'a2'])
    await leave('a2')
    expect(entered).toEqual(['a1', 'a2', 'a3'])
  })

  it('keep places free of one key alone, for those who come next', async () => {
    const { come, entered } = door({ places: 3, perKey: 2 })
    await come('a1', 'a2', 'a3', 'a4')
    expect(entered).toEqual(['a1', 'a2'])
    await come('b1')
    expect(entered).toEqual(['a1', 'a2', 'b1'])
  })

  it('give a free place to the key that has fewest, however many of another came before', async () => {
    const { come, leave, entered } = door()
    await come('a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'b2')
    await leave('a1')
    await leave('a2')
    expect(entered).toEqual(['a1', 'a2', 'b1', 'c1'])
    await leave('b1')
    expect(entered.at(-1)).toBe('a3')
  })

  it('go round among keys that have as many', async () => {
    const { come, leave, entered } = door({ places: 1, perKey: 1 })
    await come('a1', 'a2', 'a3', 'b1', 'b2', 'c1')
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await leave(name)
    expect(entered).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('take a place back once', async () => {
    const { come, leave, entered } = door({ places: 1, perKey: 1 })
    await come('a1', 'a2', 'a3')
    await leave('a1')
    await leave('a1')
    expect(entered).toEqual(['a1', 'a2'])
  })

  it('serve everyone, never more at once than there are places, nor more of one key than it may have', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        async (keys, places, perKey) => {
          const turns = createFairTurns({ places, perKey, longestWaitMs: 10_000 })
          const inside: string[] = []
          let served = 0
          await Promise.all(
            keys.map(async (key, at) => {
              const leave = await turns.enter(key)
              inside.push(key)
              expect(inside.length).toBeLessThanOrEqual(places)
              expect(inside.filter((other) => other === key).length).toBeLessThanOrEqual(perKey)
              for (let pause = 0; pause < at % 3; pause += 1) await setImmediate()
              inside.splice(inside.indexOf(key), 1)
              served += 1
              leave()
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

  it('is told that the service is busy, and takes no place afterwards', async () => {
    const { turns, come, leave, entered } = door({ places: 1, perKey: 1 })
    await come('a1')
    const late = turns.enter('b').catch((error: unknown) => error)
    vi.advanceTimersByTime(1_000)
    expect(await late).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 })
    await leave('a1')
    await come('a2')
    expect(entered).toEqual(['a1', 'a2'])
  })
})
