import { DriverAdapterError } from '@prisma/driver-adapter-utils'

/** What a PostgreSQL server, served or embedded, says about a statement that it refused. */
interface ServerError {
  code: string
  severity: string
  message: string
  detail: string | undefined
  column: string | undefined
  hint: string | undefined
}

/** The error in the form in which Prisma's engines read it; anything that is not the server's own answer as it is. */
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
