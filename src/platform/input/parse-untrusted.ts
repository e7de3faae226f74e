import type { z } from 'zod'

/**
 * Parses a value that a stranger sent. zod's bounds on length compare the `length` of whatever they are given, even of
 * an object where text is expected, and throw for a `length` that has no text itself, as in
 * `{"length": {"toString": 1}}`, or for lists in lists that are nested deeper than calls can be. Then the odd lengths are
 * taken out of the value, and it is parsed a second time. It is refused all the same: zod looks at a `length` only where
 * there should be text or a list.
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

/** Changes the value in place. It does not call itself, because values may be nested deeper than calls can be. */
function withoutOddLengths(value: unknown): unknown {
  const parts: unknown[] = [value]
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    if ('length' in part && typeof part.length === 'object') delete part.length
    for (const inner of Object.values(part)) parts.push(inner)
  }
  return value
}
