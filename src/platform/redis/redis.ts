import { Redis } from 'ioredis'
import type { Logger } from '../logger.ts'

/**
 * Opens a connection that reconnects in the background as long as the process lives. Commands fail at once while Redis
 * is away, and after half a second when it does not answer.
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    commandTimeout: 500,
    // Gives up a connection that went silent because the network failed. Otherwise that goes unnoticed for minutes.
    socketTimeout: 5_000,
    retryStrategy: (attempt) => Math.min(100 * 2 ** Math.min(attempt, 5), 2_000),
  })
  // Without a listener ioredis prints every failed attempt to the console. Code that depends on Redis logs what its
  // absence means.
  redis.on('error', (error) => logger.debug({ err: error }, 'Redis connection failed'))
  return redis
}
