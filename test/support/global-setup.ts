import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { bundle } from '../../scripts/bundle.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createInMemory } from '../../src/platform/database/embedded/embedded.ts'
import { embeddedAdapter } from '../../src/platform/database/embedded/embedded-adapter.ts'
import { migrate } from '../../src/platform/database/migrate/migrate.ts'
import { readMigrations } from '../../src/platform/database/migrate/migration-files.ts'
import { packageRoot } from '../../src/platform/package.ts'
import { skippedReport } from './report-skipped.ts'
import { createDatabase, dropLeftovers, isCluster, joinNodes, turnIntoTemplate, urlOf } from './served-databases.ts'

/** Where openTestDatabase takes its fresh, migrated databases from. */
export type TestDatabaseSource =
  | {
      kind: 'embedded' /** To load into memory. */
      image: string /** The same without any table. */
      empty: string /** As a process has it on disk. */
      cluster: string
    }
  | {
      kind: 'template'
      url: string
      name: string /** The same without any table. */
      empty: string
      isCluster: boolean
    }

declare module 'vitest' {
  interface ProvidedContext {
    testDatabaseSource: TestDatabaseSource
    /** The command line as users run it: bundled. */
    commandLine: string
    /** The folder with the shop's style and scripts. */
    shopAssets: string
    /** The folder with the console's. */
    consoleAssets: string
  }
}

/** Bundles the command line; migrates once, and only when the migrations are others than at the last run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const commandLine = join(packageRoot, 'node_modules', '.cache', `test-bundle-${process.pid}`)
  await bundle(commandLine)
  project.provide('commandLine', join(commandLine, 'cli.mjs'))
  project.provide('shopAssets', join(commandLine, 'shop'))
  project.provide('consoleAssets', join(commandLine, 'console'))

  const url = process.env.DATABASE_URL
  const checksums = (await readMigrations()).map(({ name, checksum }) => name + checksum)
  const version = createHash('sha256').update(checksums.join()).digest('hex').slice(0, 12)
  project.provide('testDatabaseSource', url ? await prepareTemplate(url, version) : await prepareEmbedded(version))
  return async () => {
    project.vitest.logger.log(skippedReport(project))
    await rm(commandLine, { recursive: true, force: true })
  }
}

async function prepareEmbedded(version: string): Promise<TestDatabaseSource> {
  const cache = join(packageRoot, 'node_modules', '.cache', 'test-databases')
  const folder = join(cache, `${version}-with-empty`)
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`
    await mkdir(unfinished, { recursive: true })
    await writeFile(join(unfinished, 'empty.tar'), await imageOf(async () => {}))
    await writeFile(join(unfinished, 'image.tar'), await imageOf(migrateInMemory))
    const database = await openDatabase({ kind: 'embedded', dataDir: join(unfinished, 'data') })
    await migrate(database)
    await database.close()
    // Another run may have been faster.
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true }))
    await removeOutdated(cache)
  }
  return {
    kind: 'embedded',
    image: join(folder, 'image.tar'),
    empty: join(folder, 'empty.tar'),
    cluster: join(folder, 'data', 'pg'),
  }
}

/** Not those of today: another run, on migrations of its own, may be reading them. */
async function removeOutdated(folder: string): Promise<void> {
  const yesterday = Date.now() - 24 * 60 * 60 * 1000
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if ((await stat(path)).mtimeMs < yesterday) await rm(path, { recursive: true, force: true })
  }
}

async function migrateInMemory(pglite: PGlite): Promise<void> {
  const adapter = embeddedAdapter(pglite)
  await migrate({ executeSql: (sql, values) => pglite.query(sql, values), exclusively: (use) => use(adapter) })
}

/** A new database, once `prepare` has done with it. */
async function imageOf(prepare: (pglite: PGlite) => Promise<void>): Promise<Uint8Array> {
  const pglite = await createInMemory()
  await prepare(pglite)
  // What nobody connects to is two thirds of the image.
  await pglite.exec('UPDATE pg_database SET datistemplate = false')
  for (const template of ['template0', 'template1']) await pglite.exec(`DROP DATABASE ${template}`)
  // Without a checkpoint each test file would replay the migration.
  await pglite.exec('CHECKPOINT')
  const image = await pglite.dumpDataDir('none')
  await pglite.close()
  return new Uint8Array(await image.arrayBuffer())
}

async function prepareTemplate(url: string, version: string): Promise<TestDatabaseSource> {
  const name = `storefront_template_${version}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Runs of several people may start at once on one server.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name])
    await dropLeftovers(client)
    const joined = await isCluster(client)
    const prepare = async (template: string, fill: (url: string) => Promise<void>) => {
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template])
      if (rowCount !== 0) return
      const unfinished = await createDatabase(client)
      if (joined) await joinNodes(client, url, unfinished)
      await fill(urlOf(url, unfinished))
      await turnIntoTemplate(client, unfinished, template)
    }
    await prepare(name, migrateServed)
    if (!joined) return { kind: 'template', url, name, empty: 'template1', isCluster: false }
    const empty = `${name}_empty`
    await prepare(empty, async () => {})
    return { kind: 'template', url, name, empty, isCluster: true }
  } finally {
    await client.end()
  }
}

async function migrateServed(url: string): Promise<void> {
  const database = await openDatabase({ kind: 'served', url, poolSize: 1, statementTimeoutMs: 60_000 })
  await migrate(database)
  await database.close()
}
