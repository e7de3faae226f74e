import { z } from 'zod'
import { isEmailAddress } from '../platform/email-address.ts'
import { inputRules, optional } from '../platform/input/input.ts'
import { text } from '../platform/text.ts'

const INVALID = 'Invalid email address.'

/** What a visitor leaves for the owner. Everything may be left out. */
export const leadInput = inputRules({
  required: [],
  missing: '',
  fields: {
    name: optional(text({ label: 'Name', max: 255, trim: true })),
    email: optional(
      z
        .string({ error: INVALID })
        .trim()
        // Over-long is told apart from ill-formed. A good address is ASCII, so this counts its characters.
        .max(255, { error: 'Email must be at most 255 characters', abort: true })
        .refine(isEmailAddress, { error: INVALID })
        .meta({ format: 'email' }),
    ),
    phone: optional(text({ label: 'Phone', max: 50, trim: true })),
    message: optional(text({ label: 'Message', max: 2000, trim: true })),
  },
})
