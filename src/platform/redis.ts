import { Redis } from 'ioredis'
import type { Logger } from './logger.ts'

/**
 * A connection that is tried for in the background for as long as the process lives. Commands never wait for it: they
 * fail at once while Redis is away, and after half a second when it does not answer.
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    commandTimeout: 500,
    // A connection that went silent (a dropped network) is given up; nothing else would notice for minutes.
    socketTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 5), 2_000),
  })
  // Without a listener ioredis writes every failed attempt to the console. Who depends on Redis says what that means.
  redis.on('error', (error) => logger.debug({ err: error }, 'Redis connection failed'))
  return redis
}
