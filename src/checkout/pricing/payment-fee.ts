import { roundTo, type Subunits } from '../../platform/money.ts'
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

/**
 * The methods by which an order of this total can be paid, with their fees. There are none for an order that costs
 * nothing.
 * @param total before the fee
 * @param delivery the code of the delivery method; null where there is none
 * @param unit what a fee is a multiple of
 */
export const paymentOptions = (
  methods: readonly PaymentTerms[],
  { total, delivery, unit }: { total: Subunits; delivery: string | null; unit: Subunits },
): FeeOption[] =>
  methods
    .filter(
      ({ minTotal, maxTotal, deliveryMethods }) =>
        total > 0n &&
        (minTotal === null || total >= minTotal) &&
        (maxTotal === null || total <= maxTotal) &&
        (deliveryMethods.length === 0 || (delivery !== null && deliveryMethods.includes(delivery))),
    )
    .map(({ code, fee }) => ({ code, fee: roundTo(unit, fee) }))
