import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQueryable,
} from '@prisma/driver-adapter-utils'
import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import { Prisma } from '../../../generated/prisma/client.ts'
import { Problem } from '../../problem.ts'
import { hasSqlState, isServerError } from './sql-state.ts'

/** No connection or lock in time. It must have no `code`: Prisma takes any error with one for its own. */
class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
}

/** The database is away, or a connection was lost. The last statement may have taken effect. */
export class DatabaseAway extends DatabaseBusy {
  constructor(cause?: unknown) {
    super('Cannot reach the database. Check that PostgreSQL runs and that DATABASE_URL names it.', { cause })
  }
}

/** Also Prisma's P2028, for a transaction that could not begin. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusy || (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028')

/** Rethrows a driver's error, as DatabaseBusy where it is one. Socket errors get the caller's stack. */
export function throwBusy(error: unknown): never {
  if (isConnectionError(error)) throw new DatabaseAway(error)
  if (isServerError(error)) Error.captureStackTrace(error)
  throw isBusy(error) ? new DatabaseBusy('No connection or no lock in time', { cause: error }) : error
}

/** pg-pool's error has no code. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'
/** No lock in time; too many connections. */
const BUSY_CODES = ['55P03', '53300']

/** Of sockets, and of a server that stops, starts or has stopped. */
const LOST_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|080(00|01|03|04|06))$/
const LOST_MESSAGES = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Query read timeout',
])

/** The same as kinds of Prisma's adapter. */
const LOST_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'])

export function isConnectionError(error: unknown): boolean {
  if (isDriverAdapterError(error)) {
    return LOST_KINDS.has(error.cause.kind) || LOST_CODES.test(error.cause.originalCode ?? '')
  }
  if (!(error instanceof Error)) return false
  if (LOST_MESSAGES.has(error.message)) return true
  return 'code' in error && typeof error.code === 'string' && LOST_CODES.test(error.code)
}

function isBusy(error: unknown): boolean {
  if (isDriverAdapterError(error)) return BUSY_CODES.includes(error.cause.originalCode ?? '')
  if (error instanceof Problem) return error.code === 'UNAVAILABLE'
  return error instanceof Error && (error.message === NO_CONNECTION || hasSqlState(error, ...BUSY_CODES))
}

export const busyAdapter = (factory: SqlMigrationAwareDriverAdapterFactory): SqlMigrationAwareDriverAdapterFactory => ({
  provider: factory.provider,
  adapterName: factory.adapterName,
  connectToShadowDb: () => factory.connectToShadowDb(),
  connect: async () => withBusyTransactions(withBusy(await factory.connect())),
})

function withBusyTransactions(adapter: SqlDriverAdapter): SqlDriverAdapter {
  const startTransaction = adapter.startTransaction.bind(adapter)
  return Object.assign(adapter, {
    startTransaction: async (isolationLevel) => withBusy(await startTransaction(isolationLevel).catch(throwBusy)),
  } satisfies Partial<SqlDriverAdapter>)
}

function withBusy<Queryable extends SqlQueryable>(queryable: Queryable): Queryable {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  return Object.assign(queryable, {
    queryRaw: (query) => queryRaw(query).catch(throwBusy),
    executeRaw: (query) => executeRaw(query).catch(throwBusy),
  } satisfies Partial<SqlQueryable>)
}
