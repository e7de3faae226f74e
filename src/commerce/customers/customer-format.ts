import { z } from 'zod'
import { looseList, looseText, repeated } from '../../platform/input/checks.ts'
import { email, fields, name, password, text, wholeNumber } from '../../platform/input/fields.ts'
import type { Issue, Path } from '../../platform/input/issues.ts'
import { phoneDigits } from '../../shared/phones.ts'

const phone = z
  .string()
  .refine((written) => /^\d{1,50}$/.test(phoneDigits(written)), { error: 'a phone number of 1 to 50 digits' })
  .transform(phoneDigits)

export const customerSchema = fields({
  name: name(255),
  phone: phone.meta({
    description: 'Digits of any script. Spaces, dashes, dots, parentheses and a leading + are ignored.',
  }),
  password: password.optional().meta({ description: 'Required for new customers; ignored for existing ones.' }),
  email: email.nullish(),
  address: text(1_000).nullish(),
  loyaltyPoints: wholeNumber(0).optional().meta({ description: 'Set only for new customers.' }),
})

export type CustomerEntry = z.output<typeof customerSchema>

const DraftCustomer = z.object({ phone: looseText }).catch({})

export const checkCustomers = (path: Path, json: unknown): Issue[] =>
  repeated(path, 'phone', 'a phone', looseList(DraftCustomer).parse(json), ({ phone }) => phone && phoneDigits(phone))
