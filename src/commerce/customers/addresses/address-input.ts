import { z } from 'zod'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { clearable, inputRules } from '../../../platform/input/parse-input.ts'

export const MAX_LINES = 4

const COUNTRY = 'Country must be a code of two letters, such as IN'
const LINES = `Lines must be 1 to ${MAX_LINES} texts`

const areFilledIn = ({ length }: string[]) => length >= 1 && length <= MAX_LINES

/** Drops blank lines, which forms send for unused fields. */
const lines = z
  .array(labelledText({ label: 'A line', max: 100, trim: true }), { error: LINES })
  .meta({ minItems: 1, maxItems: MAX_LINES })
  .transform((given) => given.filter((line) => line !== ''))
  .refine(areFilledIn, { error: LINES })

/** Together at most 1000 characters in one line. */
const fields = {
  name: labelledText({ label: 'Name', min: 1, max: 255, trim: true }),
  lines,
  city: labelledText({ label: 'City', min: 1, max: 100, trim: true }),
  region: clearable(labelledText({ label: 'Region', max: 100, trim: true })),
  postalCode: clearable(labelledText({ label: 'Postal code', max: 20, trim: true })),
  country: clearable(
    z
      .string({ error: COUNTRY })
      .trim()
      .regex(/^[A-Za-z]{2}$/, { error: COUNTRY })
      .toUpperCase(),
  ),
  phone: clearable(labelledText({ label: 'Phone', max: 50, trim: true })),
  isDefault: z.boolean({ error: 'isDefault must be true or false' }).nullish(),
}

export const addressInput = inputRules({
  required: ['name', 'lines', 'city'],
  missing: 'Name, lines and city required',
  fields,
})

export const addressChange = inputRules({
  required: [],
  missing: '',
  fields: { ...fields, name: fields.name.optional(), lines: lines.optional(), city: fields.city.optional() },
})
