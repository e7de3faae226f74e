import type { Redis } from 'ioredis'
import type { Logger } from './logger.ts'

export type RedisWatch = {
  /** `shared` while Redis answers; `local` otherwise, also when `shared` has just failed. */
  attempt<Result>(shared: () => Promise<Result>, local: () => Promise<Result>): Promise<Result>
  close(): void
}

/** While Redis is away, one request in so many milliseconds finds out whether it is back; no other waits for it. */
const PROBE_EVERY_MS = 1_000

/** Knows whether Redis answers, and says so in the log once when it stops and once when it does again. */
export function createRedisWatch(redis: Redis, logger: Logger): RedisWatch {
  let away = false
  let nextProbe = 0
  let connectionError: unknown

  function leaves(reason: unknown): void {
    if (away) return
    away = true
    logger.warn(
      { err: reason },
      'Redis is away: rate limits are counted in the memory of each process until it returns',
    )
  }

  function returns(): void {
    if (!away) return
    away = false
    logger.info('Redis is back: rate limits are shared again')
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
