import { z } from 'zod'

/** Whether PostgreSQL can hold the text: no NUL, no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/**
 * The characters of a text as PostgreSQL, JSON Schema and people count them: code points, so that an emoji outside the
 * basic plane is one and not two.
 */
export function characterCount(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

export type TextRules = {
  /** What messages call the field: `Name`. */
  label: string
  /** Most characters (code points). */
  max: number
  /** Fewest characters; 0 unless told. */
  min?: number
  /** Whether white space at both ends is removed first, before anything is counted. */
  trim?: boolean
  /** Messages to use in place of the usual ones. */
  messages?: { missing?: string; tooShort?: string; tooLong?: string }
}

/** The schema of a text field of some input: bounded, storable, with messages that name the field and its limit. */
export function text({ label, max, min = 0, trim = false, messages = {} }: TextRules): z.ZodString {
  const missing = messages.missing ?? `${label} is required`
  const tooShort = messages.tooShort ?? (min === 1 ? missing : `${label} must be at least ${min} characters`)
  const tooLong = messages.tooLong ?? `${label} must be at most ${max} characters`

  const whole = z.string({ error: ({ input }) => (input == null ? missing : `${label} must be text`) })
  return (
    (trim ? whole.trim() : whole)
      .refine((value) => fits(value, max), { error: tooLong, abort: true })
      .refine((value) => min === 0 || characterCount(value) >= min, { error: tooShort, abort: true })
      .refine(isStorableText, { error: `${label} contains characters that cannot be stored` })
      // Refinements are opaque to JSON Schema, whose own lengths count code points too.
      .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max })
  )
}

/** Looks at `length` first: a megabyte of text is not walked through to learn that it is too long. */
function fits(value: string, max: number): boolean {
  if (value.length <= max) return true
  return value.length <= 2 * max && characterCount(value) <= max
}
