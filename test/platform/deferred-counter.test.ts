import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDeferredCounter } from '../../src/platform/limits/deferred-counter.ts'
import { createMemoryCounter } from '../../src/platform/limits/memory-counter.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

it('sends what was taken a moment later', async () => {
  const shared = createMemoryCounter(1)
  const counter = createDeferredCounter(async (key, units) => shared.take(key, units))
  await counter.take('a', 1)
  expect(counter.takeNow('a', 2)).toEqual({ taken: 3, msLeft: 1000 })
  await vi.advanceTimersByTimeAsync(50)
  expect(shared.take('a', 0)).toEqual({ taken: 3, msLeft: 950 })
})

it('leaves out of a window what was taken in the one before', async () => {
  const shared = createMemoryCounter(1)
  const counter = createDeferredCounter(async (key, units) => shared.take(key, units))
  await counter.take('a', 1)
  await vi.advanceTimersByTimeAsync(990)
  await counter.take('a', 1)
  expect(counter.takeNow('a', 5)).toEqual({ taken: 7, msLeft: 10 })
  await vi.advanceTimersByTimeAsync(50)
  expect(counter.takeNow('a', 1)).toBeNull()
  expect(await counter.take('a', 1)).toEqual({ taken: 1, msLeft: 1000 })
})
