import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { embeddedAdapter } from './embedded-adapter.ts'
import type { Engine } from './engine.ts'
import { lockFolder } from './folder-lock.ts'
import { createConnectionShares } from './request-share.ts'
import { sharedAdapter } from './shared-adapter.ts'

export interface EmbeddedOptions {
  kind: 'embedded'
  /** The folder of the data; the database is `pg` in it. */
  dataDir: string
}

export interface MemoryOptions {
  kind: 'memory'
  /** What `dumpDataDir` of another PGlite gave; without it the database is new. */
  image?: Blob
  /** Megabytes that PostgreSQL keeps pages in, which it clears at the start; as many as it thinks right without it. */
  sharedBuffersMb?: number
}

/** There is one connection: one statement of a store is under way, and one of another store may be the next. */
const SHARES = { places: 2, perStore: 1, perRequest: 1, longestWaitMs: 30_000 }

/** Another process has the embedded database open; the message says which. */
export class InUseError extends Error {
  override readonly name = 'InUseError'
}

/** @throws InUseError */
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
    const pglite = await PGlite.create({ dataDir: folder })
    return engine(pglite, async () => {
      await pglite.close()
      await lock.release()
    })
  } catch (error) {
    await lock.release()
    throw error
  }
}

export async function openMemory(options: MemoryOptions): Promise<Engine> {
  const pglite = await createInMemory(options)
  return engine(pglite, () => pglite.close())
}

/** A new database, or the one in `image`, that is gone when it is closed. */
export function createInMemory({ image, sharedBuffersMb }: Omit<MemoryOptions, 'kind'> = {}): Promise<PGlite> {
  return PGlite.create({
    // Small WAL segments: PostgreSQL's 16 MB each are most of a small database, on disk and to copy.
    ...(image ? { loadDataDir: image } : { initDbStartParams: ['--wal-segsize=1'] }),
    ...(sharedBuffersMb && {
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffersMb}MB`],
    }),
  })
}

/**
 * Makes the files of a new database. In memory first: PGlite takes 1 s longer to make them on disk, and a process
 * that is killed meanwhile would leave a database that never opens again. A rename happens or does not.
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
  const adapter = sharedAdapter(embeddedAdapter(pglite), createConnectionShares(SHARES))
  return {
    adapter,
    executeSql: async (sql, values) => {
      if (values) return await pglite.query<Record<string, unknown>>(sql, values)
      // PGlite begins and ends the transaction itself: one that a script leaves open would be everybody's.
      const script = sql.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')
      await pglite.transaction((tx) => tx.exec(script))
      return { rows: [] }
    },
    ping: async () => {
      await pglite.query('SELECT 1')
    },
    // No other process has this database.
    exclusively: (use) => use(adapter),
    close,
  }
}
