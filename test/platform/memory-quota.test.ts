import { expect, it } from 'vitest'
import { createMemoryQuota } from '../../src/platform/limits/memory-quota.ts'

const busy = { code: 'UNAVAILABLE', message: 'The service is busy. Please try again.' }

it('the key that holds the most loses its oldest allocation', () => {
  const memory = createMemoryQuota(100)
  const [a1, a2, b] = [memory.open('a'), memory.open('a'), memory.open('b')]
  a1.add(20)
  a2.add(40)
  b.add(40)
  expect([a1, a2, b].map(({ signal }) => signal.aborted)).toEqual([false, false, false])
  b.add(1)
  expect([a1, a2, b].map(({ signal }) => signal.aborted)).toEqual([true, false, false])
  expect(a1.signal.reason).toMatchObject(busy)
})

it('an allocation that was aborted or closed holds nothing any more', () => {
  const memory = createMemoryQuota(100)
  const [a, b] = [memory.open('a'), memory.open('b')]
  a.add(101)
  expect(a.signal.aborted).toBe(true)
  a.add(1_000)
  b.add(100)
  b.close()
  b.close()
  const c = memory.open('c')
  c.add(100)
  expect([b.signal.aborted, c.signal.aborted]).toEqual([false, false])
})

it('a client who sends nothing is not aborted, and blocks nobody', () => {
  const memory = createMemoryQuota(100)
  const idle = Array.from({ length: 1_000 }, () => memory.open('a'))
  const first = memory.open('b')
  const second = memory.open('b')
  first.add(60)
  second.add(60)
  expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false])
  expect(idle.every(({ signal }) => !signal.aborted)).toBe(true)
})
