import { z } from 'zod'
import { characterCount, isStorableText } from '../text/text.ts'
import { withoutInvisible } from '../text/typed-text.ts'

export type TextRules = {
  /** What messages call the field, for example `Name`. */
  label: string
  /** Most characters, in code points. */
  max: number
  /** Fewest characters; default 0. */
  min?: number
  /**
   * Whether white space at both ends is removed before characters are counted. What nobody sees then counts for nothing
   * towards `min`.
   */
  trim?: boolean
  /** Brings other ways to write the same text into one, before characters are counted. */
  normalize?: (written: string) => string
  /** Replace the default messages. */
  messages?: { missing?: string; tooShort?: string; tooLong?: string }
}

/**
 * Schema for a text that is limited in length and can be stored. Its messages are full sentences that name the field:
 * `Name must be at most 255 characters`. `text` of `fields.ts` says only `at most 255 characters`, for lists of
 * mistakes that name the place themselves.
 */
export function labelledText({ label, max, min = 0, trim = false, normalize, messages = {} }: TextRules): z.ZodString {
  const missing = messages.missing ?? `${label} is required`
  const tooShort = messages.tooShort ?? (min === 1 ? missing : `${label} must be at least ${min} characters`)
  const tooLong = messages.tooLong ?? `${label} must be at most ${max} characters`

  const whole = z.string({ error: ({ input }) => (input == null ? missing : `${label} must be text`) })
  const normal = normalize ? whole.overwrite(normalize) : whole
  return (
    (trim ? normal.trim() : normal)
      .refine((value) => fits(value, max), { error: tooLong, abort: true })
      .refine((value) => min === 0 || characterCount(trim ? visible(value) : value) >= min, {
        error: tooShort,
        abort: true,
      })
      .refine(isStorableText, { error: `${label} contains characters that cannot be stored` })
      // JSON Schema cannot express refinements, but its own length limits also count code points.
      .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max })
  )
}

const visible = (value: string): string => withoutInvisible(value).trim()

/** Looks at `length` first, so that a megabyte of text is not counted only to learn that it is too long. */
function fits(value: string, max: number): boolean {
  if (value.length <= max) return true
  return value.length <= 2 * max && characterCount(value) <= max
}
