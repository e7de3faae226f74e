import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import type { ConnectionUse, Engine } from '../engine.ts'
import { busyAdapter } from '../errors/database-busy.ts'
import { rowParsers } from '../row-types.ts'
import { type ConnectionQuota, createConnectionQuota } from '../served/connection-quota.ts'
import type { SqlConnections } from '../shared-sql.ts'
import type { RunSql } from '../sql.ts'
import { embeddedAdapter } from './embedded-adapter.ts'
import { InUseError, lockFolder } from './folder-lock.ts'

export interface EmbeddedOptions {
  kind: 'embedded'
  /** The database is in its subfolder `pg`. */
  dataDir: string
}

export interface MemoryOptions {
  kind: 'memory'
  /** The caller closes it. Left out, a new database, gone when closed. */
  pglite?: PGlite
}

interface NewInMemory {
  /** Made by PGlite's `dumpDataDir`. */
  image?: Blob
  /** NAME=VALUE. */
  settings?: readonly string[]
}

/** With two permits, one store's statement runs while another store's waits to be next. */
const QUOTA = { permits: 2, perStore: 1, perRequest: 1, longestWaitMs: 30_000 }

/** @throws InUseError when another process has it open */
export async function openEmbedded({ dataDir }: EmbeddedOptions): Promise<Engine> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockFolder(dataDir)
  if ('heldBy' in lock) {
    const holder = lock.heldBy.pid === null ? 'another process' : `process ${lock.heldBy.pid}`
    throw new InUseError(
      `The embedded database in ${dataDir} is in use by ${holder}. Stop it, or set DATABASE_URL to a PostgreSQL server, which many processes can use at once.`,
    )
  }
  try {
    const folder = join(dataDir, 'pg')
    if (!existsSync(folder)) await createCluster(folder)
    const pglite = await createPGlite({ dataDir: folder })
    return engine(pglite, async () => {
      await pglite.close()
      await lock.release()
    })
  } catch (error) {
    await lock.release()
    throw error
  }
}

export async function openMemory({ pglite }: MemoryOptions): Promise<Engine> {
  if (pglite) return engine(pglite, async () => {})
  const own = await createInMemory()
  return engine(own, () => own.close())
}

/** `boolean[]`, `integer[]`, `text[]` and `uuid[]`. */
const ARRAYS = [1000, 1007, 1009, 2951]

/**
 * For each statement PGlite copies its parsers of 300 types, which takes longer than a short statement. This one
 * inherits them.
 */
async function createPGlite(options: PGliteOptions): Promise<PGlite> {
  const pglite = await PGlite.create(options)
  const { parsers } = pglite
  const wanted = Object.fromEntries(ARRAYS.map((type) => [type, parsers[type]]))
  pglite.parsers = Object.assign(Object.create(parsers), wanted)
  return pglite
}

/** In memory: the contents are lost when it is closed. */
export function createInMemory({ image, settings = [] }: NewInMemory = {}): Promise<PGlite> {
  return createPGlite({
    // PostgreSQL's default of 16 MB per WAL segment would be most of a small database.
    ...(image ? { loadDataDir: image } : { initDbStartParams: ['--wal-segsize=1'] }),
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])],
  })
}

/**
 * Made in memory and renamed into place, so that a process killed meanwhile leaves no half-made database. PGlite would
 * also take 1 s longer on disk.
 */
async function createCluster(folder: string): Promise<void> {
  const pglite = await createInMemory()
  const { FS } = pglite.Module
  await pglite.close()

  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const copy = (from: string, to: string): void => {
    mkdirSync(to, { mode: 0o700 })
    for (const name of FS.readdir(from)) {
      if (name === '.' || name === '..') continue
      const source = `${from}/${name}`
      const target = join(to, name)
      if (FS.isDir(FS.stat(source).mode)) copy(source, target)
      else writeFileSync(target, FS.readFile(source), { mode: 0o600 })
    }
  }
  copy(PGlite.paths.PGDATA, unfinished)
  renameSync(unfinished, folder)
}

function engine(pglite: PGlite, close: () => Promise<void>): Engine {
  const connectionUse = useOf(pglite)
  const quota = createConnectionQuota(QUOTA)
  const adapter = busyAdapter(embeddedAdapter(pglite))
  return {
    adapter,
    connections: embeddedConnections(pglite),
    quota,
    connectionUse: () => connectionUse(quota),
    executeSql: async <Row extends object>(sql: string, values?: unknown[]) => {
      if (values) return await pglite.query<Row>(sql, values)
      // PGlite must own the transaction: if a script left one open, every later statement would run in it.
      const script = sql.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')
      await pglite.transaction((tx) => tx.exec(script))
      return { rows: [] }
    },
    ping: async () => {
      await pglite.query('SELECT 1')
    },
    readOnlySince: () => null,
    // The folder lock already keeps other processes out.
    exclusively: (use) => use(adapter),
    close,
  }
}

function useOf(pglite: PGlite): (quota: ConnectionQuota) => ConnectionUse {
  let asked = 0
  const ended = () => {
    asked -= 1
  }
  const query = pglite.query.bind(pglite)
  const transaction = pglite.transaction.bind(pglite)
  pglite.query = (...given) => {
    asked += 1
    return query<never>(...given).finally(ended)
  }
  pglite.transaction = (work) => {
    asked += 1
    return transaction(work).finally(ended)
  }
  return (quota) => ({ size: 1, inUse: Math.min(1, asked), waiting: Math.max(0, asked - 1) + quota.waiting() })
}

function embeddedConnections(pglite: PGlite): SqlConnections {
  const runOn =
    (client: Pick<PGlite, 'query'>): RunSql =>
    async (text, values) => {
      const { rows, affectedRows } = await client.query(text, [...values], { parsers: rowParsers })
      return { rows, count: affectedRows ?? 0 }
    }
  return {
    run: runOn(pglite),
    isDistributed: async () => false,
    transaction: (work) =>
      pglite.transaction((tx) => {
        const run = runOn(tx)
        return work({ run, runLast: run })
      }),
  }
}
