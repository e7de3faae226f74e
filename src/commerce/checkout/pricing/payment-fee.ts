import { roundTo, type Subunits } from '../../../platform/money.ts'
import type { FeeOption } from './delivery.ts'

/** What paying by a method costs, and which orders it is for. */
export interface PaymentTerms {
  code: string
  fee: Subunits
  /** Limits of the total before the fee. */
  minTotal: Subunits | null
  maxTotal: Subunits | null
  /** Codes of the delivery methods that have it; empty for all. */
  deliveryMethods: readonly string[]
}

interface PayableOrder {
  /** Before the fee. */
  total: Subunits
  /** The code of the delivery method; null where there is none. */
  delivery: string | null
}

/** Why an order cannot be paid by a method: it costs nothing, its total, or its delivery method. */
export type PaymentRefusal = 'FREE' | 'TOTAL' | 'DELIVERY'

/** Null when it can. */
export function paymentRefusal(
  { minTotal, maxTotal, deliveryMethods }: PaymentTerms,
  { total, delivery }: PayableOrder,
): PaymentRefusal | null {
  if (total <= 0n) return 'FREE'
  if ((minTotal !== null && total < minTotal) || (maxTotal !== null && total > maxTotal)) return 'TOTAL'
  return deliveryMethods.length === 0 || (delivery !== null && deliveryMethods.includes(delivery)) ? null : 'DELIVERY'
}

/**
 * The methods by which an order can be paid, with their fees. There are none for an order that costs nothing.
 * @param unit what a fee is a multiple of
 */
export const paymentOptions = (
  methods: readonly PaymentTerms[],
  { unit, ...order }: PayableOrder & { unit: Subunits },
): FeeOption[] =>
  methods
    .filter((method) => paymentRefusal(method, order) === null)
    .map(({ code, fee }) => ({ code, fee: roundTo(unit, fee) }))
