import type { Replication } from './replication.ts'

interface Sample {
  at: number
  written: bigint
}

/** More are thinned out. */
const MAX_SAMPLES = 256

/** Milliseconds, from what was written by when: the servers' clocks do not matter, and an idle primary gives 0. */
export function createLag(): {
  /**
   * Rounded up to the time between comparisons; null until the replica has reached the first one.
   * @param at milliseconds, when the primary was asked
   */
  add(replication: Replication, at: number): number | null
} {
  let samples: Sample[] = []

  return {
    add({ written, replayed }, at) {
      // Another primary counts from elsewhere.
      if (written < (samples.at(-1)?.written ?? 0n)) samples = []
      samples.push({ at, written })
      const missing = samples.findIndex((sample) => sample.written > replayed)
      if (missing === -1) {
        samples = samples.slice(-1)
        return 0
      }
      if (missing > 0) samples = samples.slice(missing - 1)
      if (samples.length > MAX_SAMPLES) samples = samples.filter((_, index) => index === 0 || index % 2 === 1)
      // It lags since the newest sample that it has reached. After a restart it may first be further back.
      return missing > 0 ? at - (samples[0]?.at ?? at) : null
    },
  }
}
