import { join } from 'node:path'

/** What `npm start` gives Node. */
export const NODE_FLAGS = ['--max-semi-space-size=24']

/** Starts the bundled service as `npm start` does; builds it first when the source is newer. */
export const LAUNCHER = join(import.meta.dirname, '..', '..', 'scripts', 'storefront.mjs')

export interface Settings {
  limits?: 'memory' | 'redis'
  caches?: 'on' | 'off'
  workers?: number
}

interface Surroundings extends Settings {
  /** PostgreSQL embedded, in `dataDir`, without it. */
  databaseUrl?: string
  redisUrl?: string
  dataDir?: string
}

/**
 * Limits count every request, and no run reaches them: a million in ten seconds. GraphQL documents of a cost of 4,000
 * would use up the default budget for costs within a second, and be refused from then on.
 */
const roomyLimits = JSON.stringify({
  ...Object.fromEntries(
    ['checkout', 'signup', 'login', 'review', 'subscribe', 'track', 'lead', 'chat', 'unlock', 'read', 'owner'].map(
      (name) => [name, { points: 1_000_000, seconds: 10 }],
    ),
  ),
  cost: { points: 1_000_000_000, seconds: 10 },
  facets: { points: 1_000_000_000, seconds: 10 },
})

/** What switches every cache of answers off, as NAME=VALUE with commas between; BENCH_CACHES_OFF has other words. */
const cachesOff = Object.fromEntries(
  (process.env.BENCH_CACHES_OFF ?? 'ANSWER_CACHE_MB=0').split(',').map((pair) => pair.split('=', 2)),
) as Record<string, string> // `split` with a limit of 2 gives a name and a value

/** The environment of the service, as in production but for its limits; nothing of this process's own that could matter. */
export function serviceEnvironment({ databaseUrl, redisUrl, dataDir, ...settings }: Surroundings): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return {
    PATH,
    HOME,
    NODE_ENV: 'production',
    SECRETS: 'a-secret-that-only-benchmarks-know-of',
    TRUST_PROXY: '127.0.0.1/32',
    HOST: '127.0.0.1',
    RATE_LIMITS: roomyLimits,
    HOLD_LIMITS: JSON.stringify({ units: 1_000_000, share: 1, discountUses: 1_000_000, orders: 1_000_000 }),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(dataDir && { DATA_DIR: dataDir }),
    ...((settings.limits === 'redis' || (settings.workers ?? 1) > 1) && { REDIS_URL: redisUrl }),
    ...(settings.workers && { WORKERS: String(settings.workers) }),
    ...(settings.caches === 'off' && cachesOff),
  }
}
