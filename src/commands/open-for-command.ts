import { type Config, readConfig } from '../config.ts'
import type { Store } from '../generated/prisma/client.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { migrate, refuseOutdated } from '../platform/database/migrate.ts'
import { CommandError } from './failure.ts'

/** Nobody waits for an answer as a shopper does, and statements of an import carry a thousand rows. */
const STATEMENT_TIMEOUT_MS = 600_000

/** Runs `use` with the database that the environment names, whatever its state. */
export async function withDatabase<Result>(
  use: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env)
  const database = await openDatabase(
    config.database
      ? { kind: 'served', ...config.database, statementTimeoutMs: STATEMENT_TIMEOUT_MS }
      : { kind: 'embedded', dataDir: config.dataDir },
  )
  try {
    return await use(database, config)
  } finally {
    await database.close()
  }
}

/** The same with a database that is migrated: now, unless MIGRATE=false. */
export const withCurrentDatabase = <Result>(
  use: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> =>
  withDatabase(async (database, config) => {
    if (config.migrate) await migrate(database)
    else await refuseOutdated(database)
    return use(database, config)
  })

/** @throws CommandError when there is none */
export async function getStore({ prisma }: Pick<Database, 'prisma'>, subdomain: string): Promise<Store> {
  const store = await prisma.store.findUnique({ where: { subdomain } })
  if (store) return store
  const isAny = (await prisma.store.findFirst({ select: { id: true } })) !== null
  const hint = isAny
    ? '"storefront stores" lists those there are.'
    : 'There is none yet: "storefront import examples/demo-store.json" makes one, and so does a first "storefront serve" on the embedded database.'
  throw new CommandError(`There is no store "${subdomain}". ${hint}`)
}
