import type { PaymentMethodInput, WholePaymentMethodFragment } from '../../../generated/console/documents.ts'
import { codeOf } from '../parts/code-of.ts'
import { numberOf, typedMoney, typedNumber } from '../parts/form/typed-numbers.ts'
import { entriesOf } from './zone-values.ts'

export type PaymentValues = ReturnType<typeof paymentValues>

export const paymentValues = (method: WholePaymentMethodFragment | null, currency: string) => ({
  code: method?.code ?? '',
  name: method?.name ?? '',
  kind: method?.kind ?? ('COD' as const),
  instructions: method?.instructions ?? '',
  active: method?.active ?? true,
  fee: typedMoney(method?.fee ?? 0, currency),
  minTotal: typedMoney(method?.minTotal, currency),
  maxTotal: typedMoney(method?.maxTotal, currency),
  zones: [...(method?.zones ?? [])],
  deliveryMethods: [...(method?.deliveryMethods ?? [])],
  postalCodes: (method?.postalCodes ?? []).join('\n'),
  signedIn: method?.signedIn ?? false,
  confirm: method?.confirm ?? ('AUTO' as const),
  holdHours: typedNumber(method?.holdHours ?? 24),
  paidOnDelivery: method?.paidOnDelivery ?? true,
  maxRefusals: typedNumber(method?.maxRefusals),
})

export const paymentInput = (values: PaymentValues, code: string | undefined): PaymentMethodInput => ({
  ...values,
  code: code ?? (values.code.trim() || codeOf(values.name)),
  name: values.name.trim(),
  instructions: values.instructions.trim(),
  fee: numberOf(values.fee) ?? 0,
  minTotal: numberOf(values.minTotal),
  maxTotal: numberOf(values.maxTotal),
  postalCodes: entriesOf(values.postalCodes),
  holdHours: numberOf(values.holdHours),
  maxRefusals: numberOf(values.maxRefusals),
})
