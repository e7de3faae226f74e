import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQueryable,
} from '@prisma/driver-adapter-utils'
import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import { Prisma } from '../../../generated/prisma/client.ts'
import { Problem } from '../../problem.ts'
import { hasSqlState, isServerError } from './sql-state.ts'

/**
 * Thrown when no connection or lock became free in time. It must not have a `code` property: Prisma takes any error
 * with a `code` for one of its own, and passes the others on unchanged.
 */
class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
}

/** Thrown when the database cannot be reached, or a connection to it was lost. What it was asked last may be done. */
export class DatabaseAway extends DatabaseBusy {
  constructor(cause?: unknown) {
    super('Cannot reach the database. Check that PostgreSQL runs and that DATABASE_URL names it.', { cause })
  }
}

/** Whether the error is a DatabaseBusy, or Prisma's P2028 for a transaction that could not begin. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusy || (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028')

/**
 * Throws the error of a driver again, as DatabaseBusy when no connection or lock was free in time, or it was lost. What
 * PostgreSQL says is found on a socket, so its stack is made to tell who has asked.
 */
export function throwBusy(error: unknown): never {
  if (isConnectionError(error)) throw new DatabaseAway(error)
  if (isServerError(error)) Error.captureStackTrace(error)
  throw isBusy(error) ? new DatabaseBusy('No connection or no lock in time', { cause: error }) : error
}

/** The message of pg-pool, whose error has no code. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'
/** PostgreSQL's codes for a lock that did not become free in time, and for too many connections. */
const BUSY_CODES = ['55P03', '53300']

/** Codes of sockets, and of PostgreSQL for a server that stops, starts or has stopped. */
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

/** Kinds of Prisma's adapter for the same. */
const LOST_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout'])

/** Whether the error of a driver tells of a connection that could not be made, was lost, or gives no answer. */
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

/** Wraps an adapter so that it throws DatabaseBusy when no connection or lock is free in time. */
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
