import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { migrate, pendingMigrations } from '../../../src/platform/database/migrate/migrate.ts'
import { packageRoot } from '../../../src/platform/package.ts'
import { SHORT_LIVED } from '../../support/process.ts'
import { readyFolder } from '../../support/test-database.ts'

let dataDir: string
const children: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await readyFolder()
})
/** To be made anew. */
const emptyFolder = async () => {
  await rm(dataDir, { recursive: true })
  await mkdir(dataDir)
}
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

const open = () => openDatabase({ kind: 'embedded', dataDir })

async function subdomains({ prisma }: Database): Promise<string[]> {
  const stores = await prisma.store.findMany({ select: { subdomain: true }, orderBy: { subdomain: 'asc' } })
  return stores.map(({ subdomain }) => subdomain)
}

/** Starts another process that opens the folder; `said` is its first line. */
async function startHolder(subdomain: string): Promise<{ child: ChildProcess; said: string }> {
  const script = join(import.meta.dirname, 'hold-folder.ts')
  const child = spawn(process.execPath, [...SHORT_LIVED, '--import', 'tsx', script, dataDir, subdomain], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [line] = await once(child.stdout, 'data')
  return { child, said: String(line).trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

test('what was written is there when the folder is opened again', async () => {
  const first = await open()
  await migrate(first)
  await first.prisma.store.create({ data: { subdomain: 'kept', businessName: 'Tea', currency: 'INR' } })
  await first.close()
  await first.close()

  const second = await open()
  expect(await pendingMigrations(second)).toEqual([])
  expect(await subdomains(second)).toEqual(['kept'])
  await second.close()
})

test('a second process is told who has the folder, and what to do', async () => {
  const database = await open()
  const { said } = await startHolder('intruder')
  expect(said).toBe(
    `The embedded database in ${dataDir} is in use by process ${process.pid}. Stop it, or set DATABASE_URL to a PostgreSQL server, which many processes can use at once.`,
  )
  await database.close()
})

test('a holder that is slow to answer is named all the same', async () => {
  const { child } = await startHolder('slow')
  child.kill('SIGSTOP')
  const refused = expect(open()).rejects.toThrow(`in use by process ${child.pid}`)
  await setTimeout(1_000)
  child.kill('SIGCONT')
  await refused
})

test('after kill -9 the folder opens at once, with all that was committed', async () => {
  const { child, said } = await startHolder('survivor')
  expect(said).toBe('written')
  await expect(open()).rejects.toThrow(`in use by process ${child.pid}`)
  await kill(child)

  const database = await open()
  expect(await subdomains(database)).toEqual(['survivor'])
  await database.close()
})

test('of several that come at once after a kill, one gets the folder', async () => {
  const { child } = await startHolder('first')
  await kill(child)

  const comers = await Promise.allSettled([open(), open(), open(), open()])
  const opened = comers.flatMap((comer) => (comer.status === 'fulfilled' ? [comer.value] : []))
  expect(opened).toHaveLength(1)
  for (const database of opened) await database.close()
  expect((await readdir(dataDir)).filter((name) => name.startsWith('lock.'))).toEqual(['lock.2'])
})

test('a first start that was cut short is begun anew', async () => {
  await emptyFolder()
  await mkdir(join(dataDir, 'pg.new'))
  await writeFile(join(dataDir, 'pg.new', 'PG_VERSION'), '18')

  const database = await open()
  expect(await database.isReachable()).toBe(true)
  await database.close()
  expect(await readdir(dataDir)).not.toContain('pg.new')
})

test('a folder with a long path is guarded too', async () => {
  const folder = dataDir
  dataDir = join(folder, 'a-folder-with-a-long-name'.repeat(5))
  await mkdir(dataDir)
  if (existsSync(join(folder, 'pg'))) await rename(join(folder, 'pg'), join(dataDir, 'pg'))
  const database = await open()
  await expect(open()).rejects.toThrow(`in use by process ${process.pid}`)
  await database.close()
  dataDir = folder
})
