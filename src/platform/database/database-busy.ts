import { isDriverAdapterError } from '@prisma/driver-adapter-utils'
import { Prisma } from '../../generated/prisma/client.ts'
import { Problem } from '../problem.ts'
import { hasSqlState } from './sql-state.ts'

/**
 * Thrown when no connection or lock became free in time. It must not have a `code` property: Prisma takes any error
 * with a `code` for one of its own, and passes the others on unchanged.
 */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
}

/** Whether the error is a DatabaseBusy, or Prisma's P2028 for a transaction that could not begin. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusy || (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2028')

/** Throws the error of a driver again, as DatabaseBusy when no connection or lock was free in time. */
export function throwBusy(error: unknown): never {
  throw isBusy(error) ? new DatabaseBusy('No connection or no lock in time', { cause: error }) : error
}

/** Messages of pg and pg-pool, whose errors have no code for this. */
const NO_CONNECTION = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
])
/** PostgreSQL's codes for a lock that did not become free in time, and for too many connections. */
const BUSY_CODES = ['55P03', '53300']

/** Codes of sockets, and of PostgreSQL for a server that stops, starts or has stopped. */
const LOST_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[123]|08...)$/
const LOST_MESSAGES = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Query read timeout',
])

/** Whether the error of pg tells of a connection that could not be made, was lost, or gives no answer. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  (LOST_MESSAGES.has(error.message) ||
    ('code' in error && typeof error.code === 'string' && LOST_CODES.test(error.code)))

function isBusy(error: unknown): boolean {
  if (isDriverAdapterError(error)) return BUSY_CODES.includes(error.cause.originalCode ?? '')
  if (error instanceof Problem) return error.code === 'UNAVAILABLE'
  return error instanceof Error && (NO_CONNECTION.has(error.message) || hasSqlState(error, ...BUSY_CODES))
}
