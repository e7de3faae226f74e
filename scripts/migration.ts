import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { migrationsFolder } from '../src/platform/database/migration-files.ts'
import { schemaDifference } from '../src/platform/database/schema-difference.ts'

const HELP = `Usage: npm run migration -- NAME
       npm run migration -- --check

Writes prisma/migrations/<time>_NAME/migration.sql: what leads from the existing migrations to prisma/schema.prisma.
It needs no server: the migrations run on PostgreSQL embedded, in memory.

NAME is of small letters, digits and _, for example add_gift_cards.

  --check   writes nothing; exit status 1 when the schema has changes that no migration holds
  --help    prints this`

const LOCK_FILE = `# Prisma refuses to run these migrations on another kind of database.
provider = "postgresql"
`

/** Returns the exit status. */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return say(HELP)
  const [name, ...more] = positionals
  if (values.check && name === undefined) return await check()
  if (values.check || more.length > 0) return fail('Give either one NAME or --check. See --help.')
  if (name === undefined) return fail('The migration needs a name, for example: npm run migration -- add_gift_cards')
  if (!/^[a-z][a-z0-9_]{0,99}$/.test(name)) {
    return fail(`"${name}" is no name for a migration: use small letters, digits and _, as in add_gift_cards.`)
  }
  return await write(name)
}

async function check(): Promise<number> {
  const sql = await sqlToWrite()
  if (sql === null) return say('The migrations hold all of the schema.')
  return fail(`The schema has changes that no migration holds. Run: npm run migration -- NAME\n\n${sql}`)
}

async function write(name: string): Promise<number> {
  const sql = await sqlToWrite()
  if (sql === null) return say('Nothing to migrate: the migrations hold all of the schema.')
  const folder = join(migrationsFolder, `${timestamp(new Date())}_${name}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'migration.sql'), sql)
  await writeFile(join(migrationsFolder, 'migration_lock.toml'), LOCK_FILE)
  return say(`${sql}\nWrote ${relative(process.cwd(), join(folder, 'migration.sql'))}. Read it before you commit it.`)
}

async function sqlToWrite(): Promise<string | null> {
  await mkdir(migrationsFolder, { recursive: true })
  const database: Database = await openDatabase({ kind: 'memory' })
  try {
    await migrate(database)
    return await schemaDifference(database)
  } finally {
    await database.close()
  }
}

/** 2026-01-31T12:34:56Z is 20260131123456. */
function timestamp(time: Date): string {
  return time.toISOString().replace(/\D/g, '').slice(0, 14)
}

function say(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function fail(text: string): number {
  process.stderr.write(`${text}\n`)
  return 1
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) =>
  fail(error instanceof Error ? error.message : String(error)),
)
