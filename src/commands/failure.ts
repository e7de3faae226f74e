/** Something that whoever called the command can mend; its message says how. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** What went wrong, in one line. */
export function failureLine(error: unknown): string {
  const lines = messageOf(error)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  // Prisma tells first which call failed, with a piece of its source, and last why.
  const line = /^Invalid `/.test(lines[0] ?? '') ? lines.at(-1) : lines.join(' ')
  return line || 'An error without a message. LOG_LEVEL=debug shows where.'
}

function messageOf(error: unknown): string {
  if (hasCode(error, 'ECONNREFUSED') || hasCode(error, 'P1001')) {
    return 'Cannot reach the database. Check that PostgreSQL runs and that DATABASE_URL names it.'
  }
  return error instanceof Error ? error.message : String(error)
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
