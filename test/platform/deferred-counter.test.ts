import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDeferredCounter } from '../../src/platform/limits/deferred-counter.ts'
import { createMemoryCounter } from '../../src/platform/limits/memory-counter.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('sends what was consumed a moment later', async () => {
  const shared = createMemoryCounter(1)
  const counter = createDeferredCounter(async (key, units) => shared.consume(key, units))
  await counter.consume('a', 1)
  expect(counter.consumeNow('a', 2)).toEqual({ consumed: 3, msLeft: 1000 })
  await vi.advanceTimersByTimeAsync(50)
  expect(shared.consume('a', 0)).toEqual({ consumed: 3, msLeft: 950 })
})

it('leaves out of a window what was consumed in the one before', async () => {
  const shared = createMemoryCounter(1)
  const counter = createDeferredCounter(async (key, units) => shared.consume(key, units))
  await counter.consume('a', 1)
  await vi.advanceTimersByTimeAsync(990)
  await counter.consume('a', 1)
  expect(counter.consumeNow('a', 5)).toEqual({ consumed: 7, msLeft: 10 })
  await vi.advanceTimersByTimeAsync(50)
  expect(counter.consumeNow('a', 1)).toBeNull()
  expect(await counter.consume('a', 1)).toEqual({ consumed: 1, msLeft: 1000 })
})
