/** A name for what was thrown: its code, or else its class. Messages may quote values and are left out. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[\w.-]{1,40}$/.test(code) ? code : error.name
}
