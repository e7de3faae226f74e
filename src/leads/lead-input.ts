import { z } from 'zod'
import { isEmailAddress } from '../platform/email-address.ts'
import { inputRules, optional } from '../platform/input.ts'
import { text } from '../platform/text.ts'

const INVALID = 'Invalid email address.'

/** What a visitor leaves for the owner. Everything may be left out. */
export const leadInput = inputRules({
  required: [],
  missing: '',
  fields: {
    name: optional(text({ label: 'Name', max: 255, trim: true })),
    email: optional(z.string({ error: INVALID }).trim().refine(isEmailAddress, { error: INVALID })).meta({
      format: 'email',
      maxLength: 255,
    }),
    phone: optional(text({ label: 'Phone', max: 50, trim: true })),
    message: optional(text({ label: 'Message', max: 2000, trim: true })),
  },
})
