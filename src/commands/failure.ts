/** Something that whoever called the command can mend; its message says how. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** What went wrong, in one line. */
export function failureLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (/Can't reach database server/.test(message)) {
    return 'Cannot reach the database. Check that PostgreSQL runs and that DATABASE_URL names it.'
  }
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  // Prisma tells first which call failed, with a piece of its source, and last why.
  const line = /^Invalid `/.test(lines[0] ?? '') ? lines.at(-1) : lines.join(' ')
  const reason = line?.replace(/^Raw query failed\. Code: `.*?`\. Message: `(.*)`$/, '$1')
  return reason || 'An error without a message. LOG_LEVEL=debug shows where.'
}
