import { z } from 'zod'
import { looseList, looseText, repeated } from '../../../platform/input/checks.ts'
import { code, fields, lineName, type money, text, wholeNumber } from '../../../platform/input/fields.ts'
import type { Issue, Path } from '../../../platform/input/issues.ts'
import { postalCodeList } from '../../../platform/input/postal-code-list.ts'

export const MAX_PAYMENT_METHODS = 10
const MAX_CODES = 100
const MAX_HOLD_HOURS = 72

export const paymentMethodSchema = (amount: ReturnType<typeof money>) =>
  fields({
    code: code.meta({ description: 'Unique within the store.' }),
    kind: z.enum(['cod', 'manual']).optional().meta({
      description: 'Paid on delivery, or by hand such as by bank transfer. Required in a new payment method.',
    }),
    name: lineName(100).optional().meta({ description: 'Required in a new payment method.' }),
    instructions: text(2_000).optional().meta({ description: 'What the buyer has to do.' }),
    active: z.boolean().optional(),
    fee: amount.optional(),
    minTotal: amount.nullish().meta({ description: 'The least total before the fee.' }),
    maxTotal: amount.nullish(),
    zones: z
      .array(code)
      .max(MAX_CODES)
      .optional()
      .meta({ description: 'Codes of the delivery zones that have it; none: all.' }),
    deliveryMethods: z
      .array(code)
      .max(MAX_CODES)
      .optional()
      .meta({ description: 'Codes of the delivery methods that have it; none: all.' }),
    postalCodes: postalCodeList
      .optional()
      .meta({ description: 'The postal codes that have it, as in a zone; none: all.' }),
    signedIn: z.boolean().optional().meta({ description: 'Whether it needs an account.' }),
    confirm: z.enum(['auto', 'owner']).optional().meta({
      description: 'What confirms an order. The default is `auto` on delivery, and `owner` by hand.',
    }),
    confirmAboveTotal: amount.nullish().meta({
      description: 'Orders of a greater total wait for the owner, even where `confirm` is `auto`; null for none.',
    }),
    confirmAboveUnits: wholeNumber(1).nullish().meta({
      description: 'So do orders of more units; null for none.',
    }),
    holdHours: wholeNumber(1)
      .max(MAX_HOLD_HOURS)
      .optional()
      .meta({ description: 'How long an order waits for the owner. The default is 24.' }),
    paidOnDelivery: z.boolean().optional().meta({
      description:
        'Whether marking an order as delivered also records its payment. The default is true on delivery, and false by hand.',
    }),
    maxRefusals: wholeNumber(0).nullish().meta({
      description: 'Parcels that a buyer’s phone may have refused and still be offered it; null for no limit.',
    }),
  })

const DraftMethod = z.object({ code: looseText }).catch({})

/** Repeated codes. Takes any JSON. */
export const checkPaymentMethods = (path: Path, json: unknown): Issue[] =>
  repeated(path, 'code', 'a code', looseList(DraftMethod).parse(json), (method) => method.code)

export type PaymentMethodEntry = z.output<ReturnType<typeof paymentMethodSchema>>
export type PaymentMethodJson = z.input<ReturnType<typeof paymentMethodSchema>>
