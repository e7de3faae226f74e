import type { PaymentMethod } from '../../../generated/prisma/client.ts'
import type { Subunits } from '../../../platform/money.ts'
import type { PaymentMethodJson } from './payment-method-format.ts'

interface ToMainUnits {
  (amount: Subunits): number
  (amount: Subunits | null): number | null
}

/** A payment method as bundles write it. */
export const paymentMethodJson = (
  { storeId: _, id: __, position: ___, version: ____, ...method }: PaymentMethod,
  main: ToMainUnits,
): PaymentMethodJson => ({
  ...method,
  kind: method.kind === 'COD' ? 'cod' : 'manual',
  confirm: method.confirm === 'AUTO' ? 'auto' : 'owner',
  ...{ fee: main(method.fee), minTotal: main(method.minTotal), maxTotal: main(method.maxTotal) },
  confirmAboveTotal: main(method.confirmAboveTotal),
})
