import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is `npm run test:long`. */
    long: boolean
  }
}

/** `npm run test:long` makes many more cases, and kills processes wherever they can die. */
export const long = inject('long')

/** In a long run a sixth of the cases is enough with LONG_PART=6, as in CI, whose time is bounded. */
const part = Number(process.env.LONG_PART ?? 1)

/** How many cases to make: a few in `npm test`, many in a long run. */
export const cases = (few: number, many: number): number => (long ? Math.max(few, Math.ceil(many / part)) : few)

/** Whether tests kill processes, and race as many as the service must bear: but for `npm test` with the embedded database. */
export const thorough = long || process.env.DATABASE_URL !== undefined

/** What is missing for tests that are only for thorough runs; null in one. */
export const noPatience = thorough ? null : 'more time: npm run test:long, or DATABASE_URL'

/**
 * The seed of all that is made by chance, so that `npm test` is the same at every run. CI gives the long tests another
 * one each time; a failure names it, and `FUZZ_SEED=<it> npm run test:long` makes the same cases again.
 */
export const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)

fc.configureGlobal({ seed, numRuns: cases(100, 2_000) })
