/** The caller of the command can fix it; the message says how. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export const mistakeCount = (count: number): string => (count === 1 ? '1 mistake' : `${count} mistakes`)

export const fixThem = (count: number): string => (count === 1 ? 'Fix it' : 'Fix them')

export function failureLine(error: unknown): string {
  const hint = hints[errorCode(error)]
  return hint ? `${reasonOf(error)}. ${hint}` : reasonOf(error)
}

/** By error code of the system or of PostgreSQL. */
const hints: Record<string, string> = {
  EADDRINUSE: 'Another process has this port: stop it, or set PORT.',
  EADDRNOTAVAIL: 'This machine does not have that address: set HOST to one of its addresses, or to 0.0.0.0.',
  ENOTFOUND: 'The host name cannot be resolved: check HOST, DATABASE_URL and REDIS_URL.',
  EACCES: 'Permission denied: check the owner of DATA_DIR, or set it to a writable folder.',
  EROFS: 'Set DATA_DIR to a writable folder.',
  EEXIST: 'Set DATA_DIR to a folder.',
  ENOTDIR: 'Set DATA_DIR to a folder.',
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (errorCode(error) === 'ECONNREFUSED' || /Can't reach database server/.test(message)) {
    return 'Cannot reach the database. Check that PostgreSQL is running and that DATABASE_URL is correct.'
  }
  if (/unsupported startup parameter/.test(message)) {
    return 'DATABASE_URL points to PgBouncer, which rejects our connection settings. Add ?pgbouncer=true to it.'
  }
  if (/database "?.*"? does not exist/i.test(message)) {
    return 'The database in DATABASE_URL does not exist. Create it (createdb), or use another one.'
  }
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  // Prisma's message starts with a piece of source, and ends with the reason.
  const line = /^Invalid `/.test(lines[0] ?? '') ? lines.at(-1) : lines.join(' ')
  const reason = line?.replace(/^Raw query failed\. Code: `.*?`\. Message: `(.*)`$/, '$1')
  return reason || 'An error without a message. Set LOG_LEVEL=debug to see where it occurred.'
}
