import { randomBytes } from 'node:crypto'
import { Redis } from 'ioredis'
import pg from 'pg'

/** The databases of one run: made here, and gone when it is closed. */
export interface Databases {
  /** A new database, empty or a copy of another of these, which nobody may be connected to; its URL. */
  create(templateUrl?: string): Promise<string>
  /** URL of a Redis database that was empty. */
  redisUrl: string
  close(): Promise<void>
}

export async function openDatabases(serverUrl: string, redisServerUrl: string): Promise<Databases> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  const made: string[] = []
  const redis = await claimRedis(redisServerUrl)
  return {
    redisUrl: redis.url,
    async create(templateUrl) {
      const name = `storefront_bench_${process.pid}_${randomBytes(4).toString('hex')}`
      const template = templateUrl ? new URL(templateUrl).pathname.slice(1) : 'template1'
      await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`)
      made.push(name)
      const url = new URL(serverUrl)
      url.pathname = `/${name}`
      return url.href
    },
    async close() {
      for (const name of made) await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
      await client.end()
      await redis.release()
    },
  }
}

const MARK = 'storefront_bench'

/** Takes the last of Redis's numbered databases in which nothing is. */
async function claimRedis(serverUrl: string): Promise<{ url: string; release: () => Promise<void> }> {
  const redis = new Redis(serverUrl, { maxRetriesPerRequest: 1 })
  // Without a listener each failed attempt would be printed; the command below reports it.
  redis.on('error', () => {})
  const [, count] = (await redis.config('GET', 'databases')) as [string, string]
  for (let index = Number(count) - 1; index > 0; index -= 1) {
    await redis.select(index)
    if ((await redis.dbsize()) > 0 || (await redis.setnx(MARK, process.pid)) === 0) continue
    const url = new URL(serverUrl)
    url.pathname = `/${index}`
    return {
      url: url.href,
      async release() {
        await redis.flushdb()
        redis.disconnect()
      },
    }
  }
  redis.disconnect()
  throw new Error(`No Redis database of ${new URL(serverUrl).host} is empty: FLUSHDB one of those above 0`)
}

export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
