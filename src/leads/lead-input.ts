import { z } from 'zod'
import { isEmailAddress } from '../platform/email-address.ts'
import { inputRules, optional } from '../platform/input/first-mistake.ts'
import { labelledText } from '../platform/input/labelled-text.ts'

const INVALID = 'Invalid email address.'

/** What a visitor leaves for the owner. Everything may be left out. */
export const leadInput = inputRules({
  required: [],
  missing: '',
  fields: {
    name: optional(labelledText({ label: 'Name', max: 255, trim: true })),
    email: optional(
      z
        .string({ error: INVALID })
        .trim()
        // Over-long is told apart from ill-formed. A good address is ASCII, so this counts its characters.
        .max(255, { error: 'Email must be at most 255 characters', abort: true })
        .refine(isEmailAddress, { error: INVALID })
        .meta({ format: 'email' }),
    ),
    phone: optional(labelledText({ label: 'Phone', max: 50, trim: true })),
    message: optional(labelledText({ label: 'Message', max: 2000, trim: true })),
  },
})
