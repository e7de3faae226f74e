import fc from 'fast-check'
import type { StepName } from './paper.ts'

export interface Step {
  act: StepName
  /** Which order, counted round. */
  of: number
  /** Of what is due, left or the total; null for the rest. May ask for too much. */
  percent: number | null
  restock: boolean
}

/** Weighted so that orders get on: paid before refunded, shipped before delivered. */
const act = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<StepName>('payOnline', 'record') },
  { weight: 6, arbitrary: fc.constantFrom<StepName>('confirm', 'ship', 'deliver') },
  { weight: 3, arbitrary: fc.constant<StepName>('refund') },
  { weight: 2, arbitrary: fc.constantFrom<StepName>('cancel', 'cancelAndGiveBack', 'cancelByBuyer', 'mark') },
  { weight: 3, arbitrary: fc.constantFrom<StepName>('undoDelivery', 'undoPayment') },
)

export const anyStep: fc.Arbitrary<Step> = fc.record({
  act,
  of: fc.nat(7),
  percent: fc.option(fc.integer({ min: 1, max: 110 }), { freq: 2 }),
  restock: fc.boolean(),
})

/** A part of an amount that can be paid, in whole units. */
export const partOf = (total: bigint, percent: number | null, unit: bigint): bigint | null => {
  if (percent === null) return null
  const part = ((total * BigInt(percent)) / (100n * unit)) * unit
  return part === 0n ? unit : part
}
