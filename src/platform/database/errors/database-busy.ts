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
    super('Cannot reach the database. Check that PostgreSQL is running and that DATABASE_URL is correct.', { cause })
  }
}

/** The server takes no writes: a standby, one that is being replaced, or one that was set so. Nothing was done. */
class DatabaseReadOnly extends DatabaseBusy {
  constructor(cause: unknown) {
    super('The database takes no writes', { cause })
  }
}

export const isReadOnly = (error: unknown): boolean => {
  if (error instanceof DatabaseReadOnly) return true
  const { code, message } = answered(error)
  // During recovery some statements fail with 55000, which has other meanings, too.
  return code === '25006' || (code === '55000' && /recovery/i.test(message))
}

/** Also Prisma's P2028, for a transaction that could not begin. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusy || (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028')

/** Rethrows a driver's error, as DatabaseBusy where it is one. Socket errors get the caller's stack. */
export function throwBusy(error: unknown): never {
  if (isConnectionError(error)) throw new DatabaseAway(error)
  if (isReadOnly(error)) throw new DatabaseReadOnly(error)
  if (isServerError(error)) Error.captureStackTrace(error)
  throw isBusy(error) ? new DatabaseBusy('No connection or no lock in time', { cause: error }) : error
}

/** pg-pool's error has no code. */
const NO_CONNECTION = 'timeout exceeded when trying to connect'
/** No lock in time; too many connections. */
const BUSY_CODES = ['55P03', '53300']

/** Of sockets; of a server that stops, starts or has stopped, or has ended a connection that it found idle for too long. */
const LOST_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-5]|25P0[34]|080\d\d)$/
/** With it PgBouncer ends a connection when it has lost its own. As an ERROR it is a fault of the program. */
const PROTOCOL_VIOLATION = '08P01'
/** With the same code PgBouncer refuses settings, which waiting does not change. */
const REFUSED_SETTINGS = /unsupported startup parameter/
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
  if (isDriverAdapterError(error) && LOST_KINDS.has(error.cause.kind)) return true
  if (error instanceof Error && LOST_MESSAGES.has(error.message)) return true
  const { code, severity, message } = answered(error)
  if (LOST_CODES.test(code)) return true
  return code === PROTOCOL_VIOLATION && severity === 'FATAL' && !REFUSED_SETTINGS.test(message)
}

/** Of PostgreSQL or a socket, as the driver or Prisma's adapter reports it. */
function answered(error: unknown): { code: string; severity: string; message: string } {
  if (isDriverAdapterError(error)) {
    const { originalCode = '', originalMessage = '' } = error.cause
    const severity = error.cause.kind === 'postgres' ? error.cause.severity : ''
    return { code: originalCode, severity, message: originalMessage }
  }
  if (!(error instanceof Error)) return { code: '', severity: '', message: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const severity = 'severity' in error && typeof error.severity === 'string' ? error.severity : ''
  return { code, severity, message: error.message }
}

function isBusy(error: unknown): boolean {
  if (isDriverAdapterError(error)) return BUSY_CODES.includes(error.cause.originalCode ?? '')
  if (error instanceof Problem) return error.code === 'UNAVAILABLE'
  return error instanceof Error && (error.message === NO_CONNECTION || hasSqlState(error, ...BUSY_CODES))
}

type Rethrow = (error: unknown) => never

/** @param rethrow `throwBusy`, or what also takes note of the error */
export const busyAdapter = (
  factory: SqlMigrationAwareDriverAdapterFactory,
  rethrow: Rethrow = throwBusy,
): SqlMigrationAwareDriverAdapterFactory => ({
  provider: factory.provider,
  adapterName: factory.adapterName,
  connectToShadowDb: () => factory.connectToShadowDb(),
  connect: async () => withBusyTransactions(withBusy(await factory.connect(), rethrow), rethrow),
})

function withBusyTransactions(adapter: SqlDriverAdapter, rethrow: Rethrow): SqlDriverAdapter {
  const startTransaction = adapter.startTransaction.bind(adapter)
  return Object.assign(adapter, {
    startTransaction: async (isolationLevel) =>
      withBusy(await startTransaction(isolationLevel).catch(rethrow), rethrow),
  } satisfies Partial<SqlDriverAdapter>)
}

function withBusy<Queryable extends SqlQueryable>(queryable: Queryable, rethrow: Rethrow): Queryable {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  return Object.assign(queryable, {
    queryRaw: (query) => queryRaw(query).catch(rethrow),
    executeRaw: (query) => executeRaw(query).catch(rethrow),
  } satisfies Partial<SqlQueryable>)
}
