import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryCounter } from '../../src/platform/limits/memory-counter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('counts in memory', () => {
  it('go up in a window and begin again after it', () => {
    const counter = createMemoryCounter(60)
    expect(counter.consume('a')).toEqual({ consumed: 1, msLeft: 60_000 })
    vi.advanceTimersByTime(59_999)
    expect(counter.consume('a')).toEqual({ consumed: 2, msLeft: 1 })
    vi.advanceTimersByTime(1)
    expect(counter.consume('a')).toEqual({ consumed: 1, msLeft: 60_000 })
  })

  it('are restored, but never below none and never into a later window', () => {
    const counter = createMemoryCounter(60)
    counter.restore('a')
    counter.consume('a')
    counter.restore('a')
    counter.restore('a')
    expect(counter.consume('a').consumed).toBe(1)
    vi.advanceTimersByTime(60_000)
    counter.restore('a')
    expect(counter.consume('a').consumed).toBe(1)
  })

  it('are forgotten once their windows have ended', () => {
    const counter = createMemoryCounter(60)
    for (let index = 0; index < 1000; index += 1) counter.consume(`address ${index}`)
    vi.advanceTimersByTime(60_000)
    counter.consume('a')
    expect(counter.size()).toBe(1)
  })

  it('are bounded: the key whose window ends first makes room', () => {
    const counter = createMemoryCounter(60, 3)
    for (const key of ['a', 'b', 'c', 'd']) {
      counter.consume(key)
      vi.advanceTimersByTime(1)
    }
    expect(counter.size()).toBe(3)
    expect(counter.consume('b').consumed).toBe(2)
    expect(counter.consume('a').consumed).toBe(1)
  })

  it('agree with a plain count of every key at every time', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      what: fc.constantFrom('consume', 'consume', 'restore'),
      wait: fc.nat(4000),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const counter = createMemoryCounter(10)
        const plain = new Map<string, { start: number; consumed: number }>()
        for (const { key, what, wait } of steps) {
          vi.advanceTimersByTime(wait)
          const now = performance.now()
          const known = plain.get(key)
          const current = known && now - known.start < 10_000 ? known : undefined
          if (what === 'consume') {
            const next = { start: current?.start ?? now, consumed: (current?.consumed ?? 0) + 1 }
            plain.set(key, next)
            const { consumed, msLeft } = counter.consume(key)
            expect(consumed).toBe(next.consumed)
            expect(msLeft).toBeCloseTo(next.start + 10_000 - now)
          } else {
            if (current) current.consumed = Math.max(0, current.consumed - 1)
            counter.restore(key)
          }
          const left = plain.get(key)
          expect(counter.consumed(key)).toBe(left && now - left.start < 10_000 ? left.consumed : 0)
        }
      }),
    )
  })
})
