/** An error that the caller of the command can fix. Its message says how. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

export const mistakeCount = (count: number): string => (count === 1 ? '1 mistake' : `${count} mistakes`)

/** Asks to mend one mistake or several. */
export const mend = (count: number): string => (count === 1 ? 'Mend it' : 'Mend them')

/** Describes an error in one line. */
export function failureLine(error: unknown): string {
  const hint = hints[errorCode(error)]
  return hint ? `${reasonOf(error)}. ${hint}` : reasonOf(error)
}

/** Advice for error codes of the system and of PostgreSQL. */
const hints: Record<string, string> = {
  EADDRINUSE: 'Another process has this port: stop it, or set PORT.',
  EADDRNOTAVAIL: 'This machine does not have that address: set HOST to one that it has, or to 0.0.0.0.',
  ENOTFOUND: 'No address is known for that name: check HOST, DATABASE_URL and REDIS_URL.',
  EACCES: 'This user may not do that: check who owns DATA_DIR, or set it to a folder that can be written.',
  EROFS: 'Set DATA_DIR to a folder that can be written.',
  EEXIST: 'Set DATA_DIR to a folder.',
  ENOTDIR: 'Set DATA_DIR to a folder.',
}

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (errorCode(error) === 'ECONNREFUSED' || /Can't reach database server/.test(message)) {
    return 'Cannot reach the database. Check that PostgreSQL runs and that DATABASE_URL names it.'
  }
  if (/unsupported startup parameter/.test(message)) {
    return 'DATABASE_URL leads to PgBouncer, which does not take our settings of a connection. Add ?pgbouncer=true to it.'
  }
  if (/database "?.*"? does not exist/i.test(message)) {
    return 'DATABASE_URL names a database that does not exist. Create it (createdb), or name another.'
  }
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  // Prisma's message starts with the failed call and a piece of its source, and ends with the reason.
  const line = /^Invalid `/.test(lines[0] ?? '') ? lines.at(-1) : lines.join(' ')
  const reason = line?.replace(/^Raw query failed\. Code: `.*?`\. Message: `(.*)`$/, '$1')
  return reason || 'An error without a message. LOG_LEVEL=debug shows where.'
}
