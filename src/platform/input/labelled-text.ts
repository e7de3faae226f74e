import { z } from 'zod'
import { characterCount, isStorableText } from '../text.ts'

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

/**
 * A bounded text that can be stored, whose messages are whole sentences that name it: `Name must be at most 255
 * characters`. In a list of mistakes, which name the place themselves, `text` of `fields.ts` says `at most 255
 * characters`.
 */
export function labelledText({ label, max, min = 0, trim = false, messages = {} }: TextRules): z.ZodString {
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
