import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSlowReceivers, SLOW_AT_ONCE } from '../../src/commerce/webhooks/slow-receivers.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const taking = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms))

it('a receiver that answers fast is asked by as many as want to', async () => {
  const receivers = createSlowReceivers()
  const attempts = Promise.all([receivers.watch('a', taking(100)), receivers.watch('a', taking(100))])
  expect(receivers.isBusy('a')).toBe(false)
  await pass(100)
  await attempts
  expect(receivers.isBusy('a')).toBe(false)
})

it('one that was slow is asked by one at a time, until it is fast again; others are not held up', async () => {
  const receivers = createSlowReceivers()
  const slow = receivers.watch('a', taking(6_000))
  await pass(6_000)
  await slow
  expect(receivers.isBusy('a')).toBe(false)

  const again = receivers.watch('a', () => taking(6_000)().then(() => Promise.reject(new Error('late'))))
  again.catch(() => {})
  expect(receivers.isBusy('a')).toBe(true)
  expect(receivers.isBusy('b')).toBe(false)
  await pass(6_000)
  await expect(again).rejects.toThrow('late')
  expect(receivers.isBusy('a')).toBe(false)

  const fast = receivers.watch('a', taking(100))
  expect(receivers.isBusy('a')).toBe(true)
  await pass(100)
  await fast
  const attempts = receivers.watch('a', taking(100))
  expect(receivers.isBusy('a')).toBe(false)
  await pass(100)
  await attempts
})

it('few slow ones are asked at once, however many there are; fast ones are not held up', async () => {
  const receivers = createSlowReceivers()
  const names = Array.from({ length: SLOW_AT_ONCE + 1 }, (_, at) => `slow-${at}`)
  const [last = '', ...others] = names
  const first = Promise.all(names.map((name) => receivers.watch(name, taking(6_000))))
  await pass(6_000)
  await first

  const again = Promise.all(others.map((name) => receivers.watch(name, taking(6_000))))
  expect(receivers.isBusy(last)).toBe(true)
  expect(receivers.isBusy('fast')).toBe(false)
  await pass(6_000)
  await again
  expect(receivers.isBusy(last)).toBe(false)
})

it('the more messages wait for a slow one, the later they come back, until it is asked again', async () => {
  const receivers = createSlowReceivers()
  const slow = receivers.watch('a', taking(6_000))
  await pass(6_000)
  await slow
  const again = receivers.watch('a', taking(6_000))
  const pauses = Array.from({ length: 100 }, () => receivers.putOff('a'))
  expect(pauses.slice(0, 3)).toEqual([15, 30, 45])
  expect(pauses.at(-1)).toBe(150)
  await pass(6_000)
  await again
  const asked = receivers.watch('a', taking(100))
  expect(receivers.putOff('a')).toBe(15)
  await pass(100)
  await asked
})
