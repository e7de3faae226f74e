import { PrismaClient } from '../../generated/prisma/client.ts'
import type { Logger } from '../logger.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { Db } from './db.ts'
import type { EmbeddedOptions, MemoryOptions } from './embedded/embedded.ts'
import type { Engine, ExecuteSql } from './engine.ts'
import { type Permits, unlimited } from './served/connection-quota.ts'
import { limitedClient } from './served/limited-client.ts'
import type { ServedOptions } from './served/served.ts'
import { limitedSql } from './shared-sql.ts'

export type DatabaseOptions = EmbeddedOptions | MemoryOptions | ServedOptions

/** For jobs, commands and the start of the process, whose statements wait for no permit. */
export interface Database extends Pick<Db, 'prisma' | 'sql'> {
  kind: 'embedded' | 'served'
  /** For one request to the store, within its quota of connections. Call it once per request. */
  forRequest(storeId: string): Pick<Db, 'prisma' | 'sql'>
  /** Within 2 s. */
  isReachable(): Promise<boolean>
  connectionUse: Engine['connectionUse']
  readOnlySince: Engine['readOnlySince']
  /** For the job queue, which writes its own SQL. */
  executeSql: ExecuteSql
  /** Keeps other processes from migrating this database meanwhile. */
  exclusively: Engine['exclusively']
  close(): Promise<void>
}

const REACHABLE_WITHIN_MS = 2_000
/** Milliseconds. `maxWait` is beyond the engines' own limits on waiting for a connection. */
const TRANSACTION = { maxWait: 40_000, timeout: 10_000 }

interface Watching {
  logger?: Logger | undefined
  onQuery?: ((sql: string) => void) | undefined
  tracing?: Tracing | null | undefined
}

export async function openDatabase(
  options: DatabaseOptions,
  { onQuery, tracing = null, logger }: Watching = {},
): Promise<Database> {
  const opened = await openEngine(options, logger)
  const engine = tracing ? (await import('./traced-engine.ts')).tracedEngine(opened, tracing) : opened
  const prisma = createClient(engine, onQuery)
  const sqlFor = (permits: Permits) => limitedSql(engine.connections, permits, onQuery ?? (() => {}))
  let closing: Promise<void> | undefined
  return {
    kind: options.kind === 'served' ? 'served' : 'embedded',
    prisma,
    sql: sqlFor(unlimited),
    forRequest: (storeId) => {
      const permits = engine.quota.ofRequest(storeId)
      return { prisma: limitedClient(prisma, permits), sql: sqlFor(permits) }
    },
    isReachable: () => answersInTime(engine.ping()),
    connectionUse: engine.connectionUse,
    readOnlySince: engine.readOnlySince,
    executeSql: engine.executeSql,
    exclusively: engine.exclusively,
    close: () => {
      closing ??= prisma.$disconnect().then(engine.close)
      return closing
    },
  }
}

async function openEngine(options: DatabaseOptions, logger: Logger | undefined): Promise<Engine> {
  if (options.kind === 'served') return (await import('./served/served.ts')).openServed(options, logger)
  const { openEmbedded, openMemory } = await import('./embedded/embedded.ts')
  return await (options.kind === 'embedded' ? openEmbedded(options) : openMemory(options))
}

function createClient({ adapter }: Engine, onQuery: ((sql: string) => void) | undefined): PrismaClient {
  if (!onQuery) return new PrismaClient({ adapter, transactionOptions: TRANSACTION })
  const prisma = new PrismaClient({
    adapter,
    transactionOptions: TRANSACTION,
    log: [{ emit: 'event', level: 'query' }],
  })
  prisma.$on('query', ({ query }) => onQuery(query))
  return prisma
}

async function answersInTime(ping: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), REACHABLE_WITHIN_MS)
  })
  const answered = ping.then(
    () => true,
    () => false,
  )
  const reachable = await Promise.race([answered, late])
  clearTimeout(timer)
  return reachable
}
