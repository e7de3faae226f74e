import { z } from 'zod'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { phoneDigits } from '../../shared/phones.ts'

const NOT_DIGITS = 'Phone must contain digits only'
const MAX_DIGITS = 50

export const phone = labelledText({ label: 'Phone', max: 255 })
  .transform(phoneDigits)
  .pipe(
    z
      .string()
      .regex(/^\d+$/, { error: NOT_DIGITS, abort: true })
      .max(MAX_DIGITS, { error: `Phone must be at most ${MAX_DIGITS} digits` }),
  )
