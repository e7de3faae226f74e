import { rmSync } from 'node:fs'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/platform/database/database.ts'
import { urlOf } from '../support/served-databases.ts'
import { migratedFolder, openTestDatabase } from '../support/test-database.ts'

export /** A database that processes open, die with, and open again. */
interface Till {
  options: DatabaseOptions
  database(): Promise<Database>
  /** Lets another process have it. */
  leave(): Promise<void>
  close(): Promise<void>
}

/** On the server of DATABASE_URL, or embedded in a folder. */
export const openTill = (): Promise<Till> =>
  process.env.DATABASE_URL ? servedTill(process.env.DATABASE_URL) : embeddedTill()

async function servedTill(url: string): Promise<Till> {
  const database = await openTestDatabase()
  const [row] = await database.prisma.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`
  return {
    options: { kind: 'served', url: urlOf(url, row?.name ?? ''), poolSize: 4, statementTimeoutMs: 5_000 },
    database: async () => database,
    leave: async () => {},
    close: database.close,
  }
}

async function embeddedTill(): Promise<Till> {
  const dataDir = await migratedFolder()
  const options: DatabaseOptions = { kind: 'embedded', dataDir }
  let open: Database | undefined
  const leave = async () => {
    await open?.close()
    open = undefined
  }
  return {
    options,
    async database() {
      open ??= await openDatabase(options)
      return open
    },
    leave,
    async close() {
      await leave()
      rmSync(dataDir, { recursive: true })
    },
  }
}
