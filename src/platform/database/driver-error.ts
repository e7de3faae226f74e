import { DriverAdapterError } from '@prisma/driver-adapter-utils'

/** The fields of an error that PostgreSQL, served or embedded, answered. */
interface ServerError {
  code: string
  severity: string
  message: string
  detail: string | undefined
  column: string | undefined
  hint: string | undefined
}

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

function isServerError(error: unknown): error is ServerError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'severity' in error &&
    typeof error.severity === 'string'
  )
}
