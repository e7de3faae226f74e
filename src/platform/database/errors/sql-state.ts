import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import { Prisma } from '../../../generated/prisma/client.ts'

/** `code` is the SQLSTATE. */
interface ServerError {
  code: string
  severity: string
  message: string
  detail: string | undefined
  column: string | undefined
  hint: string | undefined
  constraint?: string
}

export function isServerError(error: unknown): error is ServerError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'severity' in error &&
    typeof error.severity === 'string'
  )
}

/** For raw SQL that was sent with Prisma or without. */
export function hasSqlState(error: unknown, ...codes: string[]): boolean {
  if (isServerError(error)) return codes.includes(error.code)
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false
  const meta = JSON.stringify(error.meta ?? {})
  return codes.some((code) => meta.includes(`"${code}"`))
}

/** Nothing was changed; reads still work. */
export const isDiskFull = (error: unknown): boolean => hasSqlState(error, '53100')

/** To the form that Prisma expects of drivers. Other errors are returned unchanged. */
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
