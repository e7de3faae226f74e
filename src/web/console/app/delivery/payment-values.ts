import type { PaymentMethodInput, WholePaymentMethodFragment } from '../../../../generated/console/documents.ts'
import { codeOf } from '../parts/code-of.ts'
import { amountOf, type NumberFormat, numberOf, typedMoney, typedNumber } from '../parts/form/typed-numbers.ts'
import { entriesOf } from './zone-values.ts'

export type PaymentValues = ReturnType<typeof paymentValues>

export const paymentValues = (method: WholePaymentMethodFragment | null, numbers: NumberFormat) => ({
  code: method?.code ?? '',
  name: method?.name ?? '',
  kind: method?.kind ?? ('COD' as const),
  instructions: method?.instructions ?? '',
  active: method?.active ?? true,
  fee: typedMoney(method?.fee ?? 0, numbers),
  minTotal: typedMoney(method?.minTotal, numbers),
  maxTotal: typedMoney(method?.maxTotal, numbers),
  zones: [...(method?.zones ?? [])],
  deliveryMethods: [...(method?.deliveryMethods ?? [])],
  postalCodes: (method?.postalCodes ?? []).join('\n'),
  signedIn: method?.signedIn ?? false,
  confirm: method?.confirm ?? ('AUTO' as const),
  holdHours: typedNumber(method?.holdHours ?? 24, numbers),
  paidOnDelivery: method?.paidOnDelivery ?? true,
  maxRefusals: typedNumber(method?.maxRefusals, numbers),
  confirmAboveTotal: typedMoney(method?.confirmAboveTotal, numbers),
  confirmAboveUnits: typedNumber(method?.confirmAboveUnits, numbers),
})

export const paymentInput = (
  values: PaymentValues,
  code: string | undefined,
  numbers: NumberFormat,
): PaymentMethodInput => ({
  ...values,
  code: code ?? (values.code.trim() || codeOf(values.name)),
  name: values.name.trim(),
  instructions: values.instructions.trim(),
  fee: amountOf(values.fee, numbers) ?? 0,
  minTotal: amountOf(values.minTotal, numbers),
  maxTotal: amountOf(values.maxTotal, numbers),
  postalCodes: entriesOf(values.postalCodes),
  holdHours: numberOf(values.holdHours, numbers),
  maxRefusals: numberOf(values.maxRefusals, numbers),
  confirmAboveTotal: amountOf(values.confirmAboveTotal, numbers),
  confirmAboveUnits: numberOf(values.confirmAboveUnits, numbers),
})
