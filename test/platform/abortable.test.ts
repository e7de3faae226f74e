import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { abortable } from '../../src/platform/network/abortable.ts'

/** What fails while nobody listens ends a process. */
async function unheard(act: (fail: (error: Error) => void, work: Promise<never>) => Promise<void>): Promise<unknown[]> {
  const found: unknown[] = []
  const note = (error: unknown) => found.push(error)
  // Vitest's own listeners would fail the run.
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', note)
  try {
    let fail = (_: Error): void => {}
    const work = new Promise<never>((_, reject) => {
      fail = reject
    })
    await act(fail, work)
    await setImmediate()
    await setImmediate()
  } finally {
    process.off('unhandledRejection', note)
    for (const other of others) process.on('unhandledRejection', other)
  }
  return found
}

it.each([true, false])('hears of a failure after the signal, which was given before: %s', async (isBefore) => {
  const found = await unheard(async (fail, work) => {
    const stop = new AbortController()
    if (isBefore) stop.abort(new Error('stopped'))
    const waited = abortable(work, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(waited).rejects.toThrow('stopped')
    fail(new Error('too late'))
  })
  expect(found).toEqual([])
})
