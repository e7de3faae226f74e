import type { PaymentMethodInput, WholePaymentMethodFragment } from '../../../../generated/console/documents.ts'
import { codeOf } from '../parts/code-of.ts'
import {
  amount,
  choice,
  type FormField,
  formFormat,
  line,
  number,
  orZero,
  type ValuesOf,
} from '../parts/form/form-fields.ts'
import type { NumberFormat } from '../parts/form/typed-numbers.ts'
import { entriesOf } from './zone-values.ts'

type Stored = WholePaymentMethodFragment

const postalCodes: FormField<readonly string[], string, string[]> = {
  label: 'Postal codes',
  typed: (stored) => (stored ?? []).join('\n'),
  sent: entriesOf,
}

/** All fields of the form, each defined once. */
export const paymentFormat = formFormat({
  name: line('Name'),
  code: line('Code'),
  kind: choice<Stored['kind']>('Kind', 'COD'),
  instructions: line('Instructions'),
  active: choice('Switched on', true),
  fee: orZero(amount('Fee', { first: 0 })),
  minTotal: amount('Totals of at least'),
  maxTotal: amount('Totals of at most'),
  zones: choice<string[]>('Zones', []),
  postalCodes,
  deliveryMethods: choice<string[]>('Delivery methods', []),
  signedIn: choice('Only with an account', false),
  confirm: choice<Stored['confirm']>('Confirmed by', 'AUTO'),
  holdHours: number('Held for', { first: 24 }),
  paidOnDelivery: choice('Delivered means paid', true),
  maxRefusals: number('Refused parcels'),
  confirmAboveTotal: amount('You confirm totals above'),
  confirmAboveUnits: number('You confirm more units than'),
})

export type PaymentValues = ValuesOf<typeof paymentFormat>

/** @param stored its code, which stays; undefined for a new one */
export const paymentInput = (
  values: PaymentValues,
  stored: string | undefined,
  numbers: NumberFormat,
): PaymentMethodInput => {
  const { code, ...input } = paymentFormat.inputOf(values, numbers)
  return { ...input, code: stored ?? (code || codeOf(input.name)) }
}
