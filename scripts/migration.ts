import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { migrate } from '../src/platform/database/migrate/migrate.ts'
import { migrationsFolder, readMigrations } from '../src/platform/database/migrate/migration-files.ts'
import { schemaDifference } from '../src/platform/database/migrate/schema-engine.ts'
import { incompatibilities } from './migration-compatibility.ts'

const HELP = `Usage: npm run migration -- NAME
       npm run migration -- --check

Writes prisma/migrations/<time>_NAME/migration.sql: what leads from the existing migrations to prisma/schema.prisma.
It needs no server: the migrations run on PostgreSQL embedded, in memory.

NAME is of small letters, digits and _, for example add_gift_cards.

  --check   writes nothing; exit status 1 when the schema has changes that no migration holds, or when the version before
            a migration cannot live with it and no line "-- compatible: WHY" above the statement says why it can
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
  if (sql !== null) {
    return fail(`The schema has changes that no migration holds. Run: npm run migration -- NAME\n\n${sql}`)
  }
  const found = await incompatibleMigrations()
  if (found.length > 0) return fail(`${found.join('\n')}\n\n${MEND}`)
  return say('The migrations hold all of the schema, and the version before each can live with it.')
}

/** The last migration from before there was this check. */
const UNCHECKED_UNTIL = '20261122061400_keys_without_cascade'

const MEND = `While instances are replaced one by one, the version before still serves. Add first, and remove in a later release;
or say in a line before the statement why it can be: -- compatible: WHY`

async function incompatibleMigrations(): Promise<string[]> {
  const lines: string[] = []
  for (const { name, sql } of await readMigrations()) {
    if (name <= UNCHECKED_UNTIL) continue
    for (const { statement, problem } of await incompatibilities(sql)) {
      lines.push(`prisma/migrations/${name}: "${statement}" ${problem}`)
    }
  }
  return lines
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
