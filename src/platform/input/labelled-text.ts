import { z } from 'zod'
import { withoutInvisible } from '../../shared/typed-text.ts'
import { characterCount, isStorableText } from '../text/text.ts'

export type TextRules = {
  label: string
  /** In code points. */
  max: number
  /** Default 0. */
  min?: number
  /** Removes white space at both ends before counting. Invisible characters then do not count for `min`. */
  trim?: boolean
  /** Applied before characters are counted. */
  normalize?: (written: string) => string
  messages?: { missing?: string; tooShort?: string; tooLong?: string }
}

/** Messages are full sentences that name the field: `Name must be at most 255 characters`. @see text in fields.ts */
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
      // JSON Schema cannot express refinements, but its length limits also count code points.
      .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max })
  )
}

const visible = (value: string): string => withoutInvisible(value).trim()

/** Looks at `length` first, so that a megabyte of text is not counted. */
function fits(value: string, max: number): boolean {
  if (value.length <= max) return true
  return value.length <= 2 * max && characterCount(value) <= max
}
