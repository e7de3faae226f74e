import type { z } from 'zod'

/**
 * zod reads `length` of any value, and throws when that has no text, as in `{"length": {"toString": 1}}`, or when lists
 * nest too deep. Then odd lengths are removed and the value is parsed again; it is refused all the same.
 */
export function parseUntrusted<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  options?: z.core.ParseContext<z.core.$ZodIssue>,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(value, options)
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    return schema.safeParse(withoutOddLengths(value), options)
  }
}

/** Changes the value in place, without recursion: values may nest too deep. */
function withoutOddLengths(value: unknown): unknown {
  const parts: unknown[] = [value]
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    if ('length' in part && typeof part.length === 'object') delete part.length
    for (const inner of Object.values(part)) parts.push(inner)
  }
  return value
}
