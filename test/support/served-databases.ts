import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'

// The name says whose it is, so that what a killed run leaves behind can be told from what is in use.
const prefix = `storefront_test_${createHash('sha256').update(hostname()).digest('hex').slice(0, 6)}_`

/** Makes a database for this process and returns its name. */
export async function createDatabase(client: pg.Client, template = 'template1'): Promise<string> {
  const name = `${prefix}${process.pid}_${randomBytes(4).toString('hex')}`
  await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`)
  return name
}

export async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
}

/** Drops the databases of processes of this machine that are gone. */
export async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of rows) {
    if (!isAlive(Number(datname.slice(prefix.length).split('_')[0]))) await dropDatabase(client, datname)
  }
}

/** The URL of another database on the same server. */
export function urlOf(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.href
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
