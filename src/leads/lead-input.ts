import { z } from 'zod'
import { labelledText } from '../platform/input/labelled-text.ts'
import { inputRules, optional } from '../platform/input/parse-input.ts'
import { isEmailAddress } from '../platform/text/email-address.ts'
import { plainText } from '../platform/text/typed-text.ts'

const INVALID = 'Invalid email address.'

/** The contact form; every field is optional. */
export const leadInput = inputRules({
  required: [],
  missing: '',
  fields: {
    name: optional(labelledText({ label: 'Name', max: 255, trim: true })),
    email: optional(
      z
        .string({ error: INVALID })
        .overwrite(plainText)
        .trim()
        // A too long address has a message of its own. Valid addresses are ASCII, so this counts characters correctly.
        .max(255, { error: 'Email must be at most 255 characters', abort: true })
        .refine(isEmailAddress, { error: INVALID })
        .meta({ format: 'email' }),
    ),
    phone: optional(labelledText({ label: 'Phone', max: 50, trim: true })),
    message: optional(labelledText({ label: 'Message', max: 2000, trim: true })),
  },
})
