import { Redis } from 'ioredis'
import type { Logger } from '../logger.ts'

/**
 * Reconnects as long as the process lives. Commands fail at once while Redis is away, otherwise after half a second.
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    commandTimeout: 500,
    // A silent connection otherwise goes unnoticed for minutes.
    socketTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 5), 2_000),
  })
  // Without a listener ioredis prints each failed attempt. Code that depends on Redis logs what its absence means.
  redis.on('error', (error) => logger.debug({ err: error }, 'Redis connection failed'))
  return redis
}

export type RedisWatch = {
  /** `local` runs while Redis is away, or when `shared` has just failed. */
  attempt<Result>(shared: () => Promise<Result>, local: () => Promise<Result>): Promise<Result>
  close(): void
}

/** While Redis is away, one request per this time probes it. */
const PROBE_EVERY_MS = 1_000

/** Logs once when Redis goes away and once when it is back. */
export function createRedisWatch(redis: Redis, logger: Logger): RedisWatch {
  let away = false
  let nextProbe = 0
  let connectionError: unknown

  function leaves(reason: unknown): void {
    if (away) return
    away = true
    logger.warn(
      { err: reason },
      'Redis is unreachable: rate limits are counted in the memory of each process until it is back',
    )
  }

  function returns(): void {
    if (!away) return
    away = false
    logger.info('Redis is reachable again: rate limits are shared between processes')
  }

  const onError = (error: unknown) => {
    connectionError = error
  }
  const onClose = () => leaves(connectionError)
  redis.on('error', onError)
  redis.on('close', onClose)
  const onReady = () => {
    connectionError = undefined
    returns()
  }
  redis.on('ready', onReady)

  return {
    async attempt(shared, local) {
      const now = performance.now()
      if (redis.status !== 'ready' || (away && now < nextProbe)) return local()
      nextProbe = now + PROBE_EVERY_MS
      try {
        const result = await shared()
        returns()
        return result
      } catch (error) {
        leaves(error)
        return local()
      }
    },

    close() {
      redis.off('error', onError)
      redis.off('close', onClose)
      redis.off('ready', onReady)
    },
  }
}
