import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import { isServerError } from './sql-state.ts'

/** Converts a PostgreSQL error to the form that Prisma expects of its drivers. Other errors are returned unchanged. */
export function driverError(error: unknown): unknown {
  if (!isServerError(error)) return error
  const { code, severity, message, detail, column, hint } = error
  return new DriverAdapterError({
    kind: 'postgres',
    code,
    severity,
    message,
    detail,
    column,
    hint,
    originalCode: code,
    originalMessage: message,
  })
}
