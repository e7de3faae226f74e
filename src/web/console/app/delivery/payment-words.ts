import type { PaymentMethodRowFragment } from '../../../../generated/console/documents.ts'
import type { Formats } from '../parts/formats.ts'

/** The names of queries that show payment methods. */
export const PAYMENT_QUERIES = ['PaymentMethods', 'PaymentMethod', 'SetUp']

export const paymentKinds = [
  ['COD', 'On delivery'],
  ['MANUAL', 'By hand, such as by bank transfer'],
] as const

/** "On delivery, ₹30.00 fee, up to ₹5,000.00". */
export function paymentText(method: PaymentMethodRowFragment, formats: Formats): string {
  const { kind, fee, minTotal, maxTotal, zones, deliveryMethods, signedIn, confirm } = method
  return [
    kind === 'COD' ? 'On delivery' : 'By hand',
    ...(fee > 0 ? [`${formats.money(fee)} fee`] : []),
    ...(minTotal != null ? [`from ${formats.money(minTotal)}`] : []),
    ...(maxTotal != null ? [`up to ${formats.money(maxTotal)}`] : []),
    ...(zones.length + deliveryMethods.length > 0 ? ['some deliveries only'] : []),
    ...(signedIn ? ['with an account'] : []),
    ...(confirm === 'OWNER' ? ['you confirm each order'] : []),
  ].join(' · ')
}
