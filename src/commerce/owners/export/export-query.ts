import { z } from 'zod'
import { momentText } from '../../../platform/time.ts'

/** Parameters of exports. Those that filter are named as the arguments of the list. */
export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')
  .optional()

export const words = z.string({ error: 'must be given once' }).optional()

export const oneOf = <Value extends string>(values: Record<string, Value>) =>
  z
    .preprocess(
      (given) => (typeof given === 'string' ? given.toUpperCase() : given),
      z.enum(values, { error: `must be one of: ${Object.values(values).join(', ').toLowerCase()}` }),
    )
    .optional()

export const day = z.iso.date({ error: 'must be a day such as 2026-01-31' }).optional()

export const moment = z
  .union([momentText(''), z.iso.date({ abort: true })], {
    error: 'from and until must be a day such as 2026-01-31, or a moment such as 2026-01-31T12:00:00Z',
  })
  .optional()
