import { z } from 'zod'
import { email, fields, name, password, text, wholeNumber } from '../platform/input/fields.ts'
import { phoneDigits } from './phone.ts'

/** Parsed to digits only. */
const phone = z
  .string()
  .refine((written) => /^\d{1,50}$/.test(phoneDigits(written)), { error: 'a phone number of 1 to 50 digits' })
  .transform(phoneDigits)

export const customerSchema = fields({
  name: name(255),
  phone: phone.meta({
    description: 'Digits of any script; blanks, dashes, dots, parentheses and a leading + do not count.',
  }),
  password: password.optional().meta({ description: 'Needed for, and set only for, a customer who is new.' }),
  email: email.nullish(),
  address: text(1_000).nullish(),
  loyaltyPoints: wholeNumber(0).optional().meta({ description: 'Set only when new.' }),
})

export type CustomerEntry = z.output<typeof customerSchema>
