import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLineBuffer } from '../../src/platform/line-buffer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function opened() {
  const written: string[] = []
  return { written, ...createLineBuffer((lines) => written.push(lines), { characters: 10, waitMs: 100 }) }
}

it('writes lines together, in their order, when there are enough of them', () => {
  const { written, write } = opened()
  for (const line of ['one\n', 'two\n']) write(line)
  expect(written).toEqual([])
  for (const line of ['six\n', 'ten\n']) write(line)
  expect(written).toEqual(['one\ntwo\nsix\n'])
})

it('lets no line wait longer than it may', () => {
  const { written, write } = opened()
  write('one\n')
  vi.advanceTimersByTime(100)
  expect(written).toEqual(['one\n'])
  vi.advanceTimersByTime(1_000)
  expect(written).toEqual(['one\n'])
})

it('writes at once when it is told to, and each line once', () => {
  const { written, write, flush } = opened()
  write('one\n')
  flush()
  flush()
  expect(written).toEqual(['one\n'])
})
