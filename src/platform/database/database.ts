import { PrismaClient } from '../../generated/prisma/client.ts'
import { type EmbeddedOptions, type MemoryOptions, openEmbedded, openMemory } from './embedded.ts'
import type { Engine, ExecuteSql } from './engine.ts'
import { openServed, type ServedOptions } from './served.ts'

export type DatabaseOptions = EmbeddedOptions | MemoryOptions | ServedOptions

export interface Database {
  kind: 'embedded' | 'served'
  prisma: PrismaClient
  /** Whether the database answers within 2 s. */
  isReachable(): Promise<boolean>
  /** For the job queue, which writes its own SQL. */
  executeSql: ExecuteSql
  /** Gives the migration engine an adapter, and keeps other processes from migrating this database meanwhile. */
  exclusively: Engine['exclusively']
  /** Calling it twice is safe. */
  close(): Promise<void>
}

const REACHABLE_WITHIN_MS = 2_000
/**
 * Milliseconds. The engines limit how long a transaction waits for a connection, so `maxWait` is set beyond their
 * limits. Single statements have their own time-out.
 */
const TRANSACTION = { maxWait: 40_000, timeout: 10_000 }

/** `onQuery` is called with each SQL statement that Prisma sends. */
export async function openDatabase(
  options: DatabaseOptions,
  { onQuery }: { onQuery?: ((sql: string) => void) | undefined } = {},
): Promise<Database> {
  const engine = await openEngine(options)
  const prisma = createClient(engine, onQuery)
  let closing: Promise<void> | undefined
  return {
    kind: options.kind === 'served' ? 'served' : 'embedded',
    prisma,
    isReachable: () => answersInTime(engine.ping()),
    executeSql: engine.executeSql,
    exclusively: engine.exclusively,
    close: () => {
      closing ??= prisma.$disconnect().then(engine.close)
      return closing
    },
  }
}

async function openEngine(options: DatabaseOptions): Promise<Engine> {
  switch (options.kind) {
    case 'served':
      return openServed(options)
    case 'embedded':
      return await openEmbedded(options)
    case 'memory':
      return await openMemory(options)
  }
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
