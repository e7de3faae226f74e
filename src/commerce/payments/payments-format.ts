import { z } from 'zod'
import { fields, name } from '../../platform/input/fields.ts'

const secret = name(500)

export const paymentsSchema = z.discriminatedUnion('provider', [
  fields({ provider: z.literal('sandbox') }),
  fields({
    provider: z.literal('razorpay'),
    keyId: name(255),
    keySecret: secret.optional().meta({ description: 'Required unless the store already has this key.' }),
    webhookSecret: secret.nullish(),
  }),
])

export type PaymentsEntry = z.output<typeof paymentsSchema>
