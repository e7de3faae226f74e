import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createStoreDirectory, type StoreDirectory } from '../commerce/stores/store-directory.ts'
import type { Store } from '../generated/prisma/client.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { refuseHalfDistributed } from '../platform/database/distribution.ts'
import { InUseError } from '../platform/database/embedded/folder-lock.ts'
import { migrate, refuseOutdated } from '../platform/database/migrate/migrate.ts'
import { type Config, readConfig } from '../process/config.ts'
import { CommandError } from './failure.ts'
import { forward } from './forward.ts'
import { terminal } from './terminal.ts'

/** Longer than for requests: one statement of an import writes a thousand rows. */
const STATEMENT_TIMEOUT_MS = 600_000

/** Migrated or not; made where it is not there. @throws Forwarded when a server has the embedded one open and has run the command */
export async function withDatabase<Result>(
  use: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const { running } = terminal()
  if (running) return use(running.database, running.config)
  const config = readConfig(process.env)
  const database = await openForCommand(config)
  try {
    return await use(database, config)
  } finally {
    await database.close()
  }
}

function openForCommand({ database, dataDir }: Config): Promise<Database> {
  if (database) return openDatabase({ kind: 'served', ...database, statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  return openDatabase({ kind: 'embedded', dataDir }).catch((error: unknown) => {
    if (error instanceof InUseError) return forward(dataDir, process.argv.slice(2), error)
    throw error
  })
}

/** As `withCurrentDatabase`, for what can be done first of all. */
export const withNewDatabase = <Result>(
  use: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> =>
  withDatabase(async (database, config) => {
    if (terminal().running) return use(database, config)
    await refuseHalfDistributed(database)
    if (config.migrate) await migrate(database)
    else await refuseOutdated(database)
    return use(database, config)
  })

/** Applies pending migrations first, unless MIGRATE=false. @throws CommandError when there is no database yet */
export async function withCurrentDatabase<Result>(
  use: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  if (!terminal().running) refuseMissing(readConfig(process.env))
  return withNewDatabase(use)
}

/** Otherwise a command in another folder than the service's would make a second database, and find nothing in it. */
function refuseMissing({ database, dataDir }: Config): void {
  if (database || existsSync(join(dataDir, 'pg'))) return
  throw new CommandError(
    `There is no database in ${resolve(dataDir)}. Set DATA_DIR as it is set for the service; "storefront serve" and "storefront import" make a new one.`,
  )
}

/** The running server's, so that it sees changes at once. */
export const storesOf = ({ prisma }: Pick<Database, 'prisma'>): StoreDirectory =>
  terminal().running?.stores ?? createStoreDirectory(prisma)

/** @throws CommandError when there is none */
export async function getStore(
  { prisma }: Pick<Database, 'prisma'>,
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  subdomain: string,
): Promise<Store> {
  const store = await prisma.store.findUnique({ where: { subdomain } })
  if (store) return store
  const isAny = (await prisma.store.findFirst({ select: { id: true } })) !== null
  const hint = isAny
    ? '"storefront stores" lists all stores.'
    : 'There is none yet: "storefront import examples/demo-store.json" creates one, and so does the first "storefront serve" with the embedded database.'
  const place = database ? 'the database of DATABASE_URL' : `${resolve(dataDir)} (DATA_DIR)`
  throw new CommandError(`There is no store "${subdomain}" in ${place}. ${hint}`)
}
