import type { Services } from '../api/context.ts'
import { type UnusableCode, unusableCodes } from '../commerce/discounts/unusable-codes.sql.ts'
import { countUnreadableSecrets } from '../commerce/payments/payments.sql.ts'
import type { Database } from '../platform/database/database.ts'
import { isPooled } from '../platform/database/served/connection-pool.ts'
import type { Config } from './config.ts'
import { unsetLimits } from './start-warnings.sql.ts'

type Asked = Pick<Services, 'seal' | 'stores' | 'db'> & Partial<Pick<Database, 'readOnlySince'>>
type Configured = Pick<Config, 'defaultStore'> & Partial<Pick<Config, 'database'>>

/** However often `/readyz` is asked. */
const CACHED_MS = 30_000

/** Mismatches between configuration and database, and its state, each one sentence that says how to fix it. */
export function createWarnings(services: Asked, config: Configured): () => Promise<string[]> {
  const found = cachedWarnings(services, config)
  return async () => {
    const since = services.readOnlySince?.() ?? null
    return since === null ? found() : [readOnlyWarning(since), ...(await found().catch(() => []))]
  }
}

function cachedWarnings(services: Asked, config: Configured): () => Promise<string[]> {
  let found: Promise<string[]> | undefined
  let foundAt = 0
  const codes = readCodes(services)
  return () => {
    const now = performance.now()
    if (found && now - foundAt < CACHED_MS) return found
    foundAt = now
    const finding = findWarnings(services, config, codes)
    found = finding
    finding.catch(() => {
      if (found === finding) found = undefined
    })
    return finding
  }
}

type ReadCodes = () => Promise<UnusableCode[]>

/** None come to be, so that no process looks for them again once there are none. */
function readCodes({ db: { sql } }: Asked): ReadCodes {
  let isDone = false
  return async () => {
    const found = isDone ? [] : await unusableCodes(sql)
    isDone = found.length === 0
    return found
  }
}

async function findWarnings(
  services: Asked,
  { defaultStore, database }: Configured,
  readUnusable: ReadCodes,
): Promise<string[]> {
  const codes = await readUnusable()
  const { sealed, unreadable } = await countUnreadableSecrets(services.db.sql, services.seal.prefixes)
  const isThere = defaultStore === null || (await services.stores.find(defaultStore)) !== null
  return [
    ...(unreadable > 0 ? [secretsWarning(sealed, unreadable)] : []),
    ...(isThere ? [] : [storeWarning(defaultStore)]),
    ...(codes.length > 0 ? [await codesWarning(services, codes)] : []),
    ...(database && isPooled(database.url) ? await limitWarnings(services) : []),
  ]
}

const secretsWarning = (sealed: number, unreadable: number): string =>
  `SECRETS cannot decrypt ${unreadable === sealed ? `any of the ${sealed}` : `${unreadable} of the ${sealed}`} sealed secrets in the database (payment accounts, webhooks), which are treated as not configured: add the secret that sealed them to SECRETS, or have the owners enter theirs again.`

const CODES_NAMED = 20

async function codesWarning({ db: { prisma } }: Asked, codes: readonly UnusableCode[]): Promise<string> {
  const named = codes.slice(0, CODES_NAMED)
  const stores = await prisma.store.findMany({ where: { id: { in: named.map(({ storeId }) => storeId) } } })
  const names = named.map(({ storeId, code }) => `${code} (${stores.find(({ id }) => id === storeId)?.subdomain})`)
  const more = codes.length > named.length ? ` and ${codes.length - named.length} more` : ''
  return `Nobody can use or find these discount codes, since their store has the same code with a hyphen instead of the dash: ${names.join(', ')}${more}. Give them another code, or delete them, in the table discounts.`
}

/** PgBouncer does not pass on the limits that we set on direct connections. */
async function limitWarnings({ db: { sql } }: Asked): Promise<string[]> {
  const missing = await unsetLimits(sql)
  return missing.map(
    ({ name, role, database }) =>
      `Through PgBouncer no ${name} applies: ALTER ROLE ${role} IN DATABASE ${database} SET ${name} = '${advised[name]}', then RECONNECT in PgBouncer.`,
  )
}

const advised: Readonly<Record<string, string>> = { statement_timeout: '5s', lock_timeout: '2s' }

const readOnlyWarning = (since: Date): string =>
  `The database takes no writes since ${since.toISOString()}: orders, sign-ups and changes are refused until DATABASE_URL leads to a server that does (pg_is_in_recovery() and default_transaction_read_only are false).`

const storeWarning = (subdomain: string): string =>
  `DEFAULT_STORE is ${subdomain}, which does not exist: /graphql answers "Site not found" to requests that name no store. Import the store, or set DEFAULT_STORE to an existing one.`
