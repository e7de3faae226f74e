import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// Otherwise V8 may make burdens old at once, because some of those before were at hand when it looked.
setFlagsFromString('--no-allocation-site-pretenuring')
export const collectGarbage = runInNewContext('gc') as (options?: { type: 'minor' }) => void

const MEASUREMENTS = 10
const CALLS = 100
const NUMBERS = 10_000

/** Something of 80 kB that is not older than a call. */
export const burden = (): number[] => new Array<number>(NUMBERS).fill(0.5)

/**
 * What each of 100 calls leaves in memory, on the average and in burdens, when only young objects have been collected: 1
 * if its burden is kept, about 0 if it is not. It is the least of ten measurements: in a process that has run many tests,
 * V8 of Node 24 sometimes makes all objects of the first few hundred calls old, whoever keeps them.
 */
export async function leftBehind(call: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let measured = 0; measured < MEASUREMENTS; measured += 1) least = Math.min(least, await measureLeftBehind(call))
  return least
}

async function measureLeftBehind(call: () => unknown): Promise<number> {
  for (let warmUp = 0; warmUp < CALLS; warmUp += 1) await call()
  collectGarbage()
  const before = oldBytes()
  for (let made = 1; made <= CALLS; made += 1) {
    await call()
    // What outlives two collections counts as old. The newest may do so: much keeps what it was last given.
    if (made % 10 > 0) continue
    collectGarbage({ type: 'minor' })
    collectGarbage({ type: 'minor' })
  }
  return (oldBytes() - before) / (CALLS * NUMBERS * Float64Array.BYTES_PER_ELEMENT)
}

const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')?.space_used_size ?? 0
