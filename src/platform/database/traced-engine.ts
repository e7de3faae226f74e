import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils'
import type { SpanOptions, Tracing } from '../tracing/tracing.ts'
import type { Engine } from './engine.ts'
import type { SqlConnections } from './shared-sql.ts'
import type { RunSql } from './sql.ts'

const MAX_TEXT = 2_000

const DATABASE = { 'db.system.name': 'postgresql' }

/** Spans have the statement's text without values. What runs outside all spans makes none. */
export const tracedEngine = (engine: Engine, tracing: Tracing): Engine => ({
  ...engine,
  adapter: tracedAdapter(engine.adapter, tracing),
  connections: tracedConnections(engine.connections, tracing),
})

export function statement<Result>(tracing: Tracing, text: string, run: () => Promise<Result>): Promise<Result> {
  const options: SpanOptions = { kind: 'client', attributes: { ...DATABASE, 'db.query.text': text.slice(0, MAX_TEXT) } }
  return tracing.inChild(verbOf(text), options, run)
}

const verbOf = (text: string): string => /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement'

const TRANSACTION: SpanOptions = { attributes: DATABASE }

function tracedConnections({ run, transaction, isDistributed }: SqlConnections, tracing: Tracing): SqlConnections {
  const traced =
    (run: RunSql): RunSql =>
    (text, values) =>
      statement(tracing, text, () => run(text, values))
  return {
    isDistributed,
    run: traced(run),
    transaction: (work) =>
      tracing.inChild('transaction', TRANSACTION, () =>
        transaction(({ run, runLast }) => work({ run: traced(run), runLast: traced(runLast) })),
      ),
  }
}

function tracedAdapter(
  factory: SqlMigrationAwareDriverAdapterFactory,
  tracing: Tracing,
): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    async connect() {
      const adapter = await factory.connect()
      const startTransaction = adapter.startTransaction.bind(adapter)
      return Object.assign(adapter, tracedQueries(adapter, tracing), {
        startTransaction: async (isolationLevel) => tracedTransaction(await startTransaction(isolationLevel), tracing),
      } satisfies Partial<SqlDriverAdapter>)
    },
  }
}

function tracedTransaction(transaction: Transaction, tracing: Tracing): Transaction {
  const commit = transaction.commit.bind(transaction)
  return Object.assign(transaction, tracedQueries(transaction, tracing), {
    commit: () => statement(tracing, 'COMMIT', commit),
  } satisfies Partial<Transaction>)
}

function tracedQueries(queryable: SqlQueryable, tracing: Tracing): Pick<SqlQueryable, 'queryRaw' | 'executeRaw'> {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  return {
    queryRaw: (query) => statement(tracing, query.sql, () => queryRaw(query)),
    executeRaw: (query) => statement(tracing, query.sql, () => executeRaw(query)),
  }
}
