import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { needs, noServer } from './support/needs.ts'
import { noServers, type PostgresServer, startPostgres } from './support/postgres-server.ts'
import { freePort, runStorefront, startService } from './support/process.ts'
import { urlOf } from './support/served-databases.ts'
import { SECRETS } from './support/shop.ts'

describe('storefront serve with a replica', needs(noServer, noServers), () => {
  let primary: PostgresServer
  let standby: PostgresServer
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storefront-data-'))
    primary = await startPostgres()
    standby = await primary.replica()
  })
  afterAll(async () => {
    await standby?.remove()
    await primary?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  const env = (replica: string, more = {}) => ({
    ...{ DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica, DATA_DIR: folder, SECRETS: SECRETS.join() },
    ...more,
  })

  /** What the service says on standard error when it does not start. */
  async function refusal(replica: string): Promise<string> {
    const { status, stderr } = await runStorefront(['serve'], env(replica, { PORT: String(await freePort()) }))
    expect(status).toBe(1)
    return stderr.trim()
  }

  it('does not start when the replica is the primary itself', async () => {
    expect(await refusal(primary.url)).toBe(
      'DATABASE_REPLICA_URL is the primary itself: set it to a streaming replica of DATABASE_URL, or leave it out',
    )
  })

  it('does not start when the replica is of another cluster', async () => {
    const stranger = await startPostgres()
    try {
      expect(await refusal(stranger.url)).toBe(
        'DATABASE_REPLICA_URL is of another PostgreSQL cluster than DATABASE_URL: set it to a streaming replica of that server, or leave it out',
      )
    } finally {
      await stranger.remove()
    }
  })

  it('does not start when the replica’s database is another', async () => {
    expect(await refusal(urlOf(standby.url, 'template1'))).toBe(
      'DATABASE_REPLICA_URL names the database template1, DATABASE_URL the database postgres: name the same in both',
    )
  })

  it('does not start on a standby as its primary', async () => {
    const { status, stderr } = await runStorefront(['serve'], env(standby.url, { DATABASE_URL: standby.url }))
    expect(status).toBe(1)
    expect(stderr).toMatch(/read-only|standby/)
  })

  it('starts without the replica while that is away, and says in the log and in /metrics when it is used', async () => {
    await standby.stop()
    const service = await startService(env(standby.url))
    const metric = async (name: string) => {
      const text = await (await fetch(`${service.url}/metrics`)).text()
      return text.split('\n').find((line) => line.startsWith(`storefront_replica_${name}`))
    }
    try {
      await vi.waitFor(() => expect(service.output()).toContain('it does not answer'), { timeout: 60_000 })
      expect(await metric('in_use')).toBe('storefront_replica_in_use 0')
      expect(await metric('lag_seconds')).toBe('storefront_replica_lag_seconds Nan')
      await standby.start()
      const look = async () => expect(await metric('in_use')).toBe('storefront_replica_in_use 1')
      await vi.waitFor(look, { timeout: 60_000, interval: 100 })
      // Log lines are written together, a moment later.
      await vi.waitFor(() => expect(service.output()).toContain('The replica is in use'), { timeout: 60_000 })
      expect(await metric('reads_total{server="replica"}')).toMatch(/ 0$/)
    } finally {
      expect(await service.stop()).toBe(0)
    }
  })
})
