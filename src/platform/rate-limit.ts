import type { Redis } from 'ioredis'
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Logger } from './logger.ts'
import { type Count, createMemoryCounter } from './memory-counter.ts'
import { createRedisWatch, type RedisWatch } from './redis-watch.ts'

/** At most `points` requests in each window of `seconds`. */
export type LimitPolicy = { points: number; seconds: number }

/** The state of a limit for one key. */
export type Budget = {
  allowed: boolean
  /** False when limits are switched off; the numbers then mean nothing. */
  counted: boolean
  limit: number
  remaining: number
  /** Seconds until the window ends; at least 1. */
  resetSeconds: number
  windowSeconds: number
}

/** The limits of a service, addressed by name. */
export type NamedLimits<Name extends string> = {
  /** Takes one, or `units`, from the key's budget. A refused request does not prolong the window. */
  take(name: Name, key: string, units?: number): Promise<Budget>
  /** Gives back one unit that `take` allowed. */
  refund(name: Name, key: string): Promise<void>
  /** Stops watching Redis. The caller closes the Redis connection. */
  close(): void
}

export type LimitsOptions<Name extends string> = {
  policies: Readonly<Record<Name, LimitPolicy>>
  /** Holds the budgets that all processes share. Without it, or while it is away, budgets are kept in memory. */
  redis?: Redis
  logger: Logger
  /** Allows everything and counts nothing. */
  off: boolean
}

type Counter = { take(key: string, units: number): Promise<Count>; giveBack(key: string): Promise<void> }

/** Makes limits with fixed windows. When Redis fails, `take` and `refund` neither reject nor wait long. */
export function createLimits<Name extends string>({
  policies,
  redis,
  logger,
  off,
}: LimitsOptions<Name>): NamedLimits<Name> {
  const watch = redis && !off ? createRedisWatch(redis, logger) : undefined
  const counters = new Map<Name, Counter>()

  function counterOf(name: Name): Counter {
    let counter = counters.get(name)
    if (!counter) {
      counter = redis && watch ? sharedCounter(name, policies[name], redis, watch) : localCounter(policies[name])
      counters.set(name, counter)
    }
    return counter
  }

  return {
    async take(name, key, units = 1) {
      const { points, seconds } = policies[name]
      const { taken, msLeft } = off ? { taken: 0, msLeft: seconds * 1000 } : await counterOf(name).take(key, units)
      return {
        allowed: taken <= points,
        counted: !off,
        limit: points,
        remaining: Math.min(points, Math.max(0, points - taken)),
        resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
        windowSeconds: seconds,
      }
    },

    async refund(name, key) {
      if (!off) await counterOf(name).giveBack(key)
    },

    close: () => watch?.close(),
  }
}

function localCounter({ seconds }: LimitPolicy): Counter {
  const counter = createMemoryCounter(seconds)
  return { take: async (key, units) => counter.take(key, units), giveBack: async (key) => counter.giveBack(key) }
}

function sharedCounter(name: string, policy: LimitPolicy, redis: Redis, watch: RedisWatch): Counter {
  const local = localCounter(policy)
  const shared = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `storefront:limit:${name}`,
    points: policy.points,
    duration: policy.seconds,
  })
  return {
    take: (key, units) =>
      watch.attempt(
        () => shared.consume(key, units).catch(refusal).then(toCount),
        () => local.take(key, units),
      ),
    giveBack: (key) =>
      watch.attempt(
        async () => void (await shared.reward(key)),
        () => local.giveBack(key),
      ),
  }
}

/** rate-limiter-flexible rejects with a result when a budget is used up, and with an Error when Redis fails. */
function refusal(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason
  throw reason
}

const toCount = (result: RateLimiterRes): Count => ({ taken: result.consumedPoints, msLeft: result.msBeforeNext })

/**
 * The response headers for a limit, as in draft-ietf-httpapi-ratelimit-headers-10: the budget left (`RateLimit`), the
 * policy (`RateLimit-Policy`), and for a refused request the seconds to wait (`Retry-After`).
 */
export function rateLimitHeaders(name: string, budget: Budget): Record<string, string> {
  return {
    RateLimit: `"${name}";r=${budget.remaining};t=${budget.resetSeconds}`,
    'RateLimit-Policy': `"${name}";q=${budget.limit};w=${budget.windowSeconds}`,
    ...(budget.allowed ? {} : { 'Retry-After': String(budget.resetSeconds) }),
  }
}
