import type { Replication } from './replication.ts'

/** When the primary had written how much. */
interface Sample {
  at: number
  written: bigint
}

/** More are thinned out: of a replica that stands still for hours, only how long matters. */
const MAX_SAMPLES = 256

/**
 * Tells how far a replica is behind in milliseconds, from what was written by when. The clocks of the servers do not
 * matter, and a primary that writes nothing leaves its replica 0 behind.
 */
export function createLag(): {
  /**
   * The lag, rounded up to the time between comparisons; null while the replica has not reached what was compared
   * first.
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
      // What it misses was written after the newest sample that it has reached. One that was started again may first
      // be where it was earlier.
      return missing > 0 ? at - (samples[0]?.at ?? at) : null
    },
  }
}
