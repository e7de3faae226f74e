import { MAX_PRICE, roundTo, type Subunits } from '../../../platform/money.ts'
import type { FeeBasis } from '../../delivery/delivery-kinds.ts'

/** A fee that applies from this value on, in subunits or grams by the method's basis. */
export interface FeeTier {
  from: bigint
  fee: Subunits
}

/** What a delivery method costs, and what it takes. */
export interface DeliveryTerms {
  code: string
  /** Whether it brings the goods to the buyer, so that it may be taken when the buyer has chosen nothing. */
  delivers: boolean
  basis: FeeBasis
  /** The lowest first. */
  tiers: readonly FeeTier[]
  /** Each begun step above the tier adds `stepFee`; null for none. In subunits or grams. */
  step: bigint | null
  stepFee: Subunits
  /** The value of goods after discount from which the method is free; null when it never is. */
  freeFrom: Subunits | null
  minGoods: Subunits | null
  maxGoods: Subunits | null
  minWeight: bigint | null
  maxWeight: bigint | null
}

/** What is to be delivered. */
export interface Parcel {
  /** The value of the goods after discount, before loyalty points. */
  goods: Subunits
  /** Grams. */
  weight: bigint
}

/** A method that is possible, with its fee. */
export interface FeeOption {
  code: string
  fee: Subunits
}

/** The methods that take the parcel, in their order, with their fees. @param unit what a fee is a multiple of */
export const deliveryOptions = (methods: readonly DeliveryTerms[], parcel: Parcel, unit: Subunits): FeeOption[] =>
  methods.flatMap((method) => {
    const fee = deliveryFee(method, parcel, unit)
    return typeof fee === 'bigint' ? [{ code: method.code, fee }] : []
  })

/** The cheapest method that delivers; of several, the first. Null when there is none. */
export function cheapest(methods: readonly DeliveryTerms[], options: readonly FeeOption[]): FeeOption | null {
  const delivering = new Set(methods.filter(({ delivers }) => delivers).map(({ code }) => code))
  return options
    .filter(({ code }) => delivering.has(code))
    .reduce<FeeOption | null>((best, option) => (best === null || option.fee < best.fee ? option : best), null)
}

/** Why a method does not take a parcel: the value of its goods, its weight, no tier for it, or a fee beyond all bounds. */
export type DeliveryRefusal = 'GOODS' | 'WEIGHT' | 'TIER' | 'FEE'

/** Null when the method takes the parcel. */
export function deliveryRefusal(method: DeliveryTerms, parcel: Parcel, unit: Subunits): DeliveryRefusal | null {
  const fee = deliveryFee(method, parcel, unit)
  return typeof fee === 'bigint' ? null : fee
}

/** In subunits. */
function deliveryFee(method: DeliveryTerms, parcel: Parcel, unit: Subunits): Subunits | DeliveryRefusal {
  const { goods, weight } = parcel
  if (!isWithin(goods, method.minGoods, method.maxGoods)) return 'GOODS'
  if (!isWithin(weight, method.minWeight, method.maxWeight)) return 'WEIGHT'
  const value = measured(method.basis, parcel)
  const tier = method.tiers.findLast(({ from }) => from <= value)
  if (!tier) return 'TIER'
  if (method.freeFrom !== null && goods >= method.freeFrom) return 0n
  const { step, stepFee } = method
  const steps = step === null ? 0n : (value - tier.from + step - 1n) / step
  const fee = roundTo(unit, tier.fee + steps * stepFee)
  // Orders store amounts in 64 bits.
  return fee > MAX_PRICE ? 'FEE' : fee
}

const isWithin = (value: bigint, least: bigint | null, most: bigint | null): boolean =>
  (least === null || value >= least) && (most === null || value <= most)

const measured = (basis: FeeBasis, { goods, weight }: Parcel): bigint =>
  basis === 'PRICE' ? goods : basis === 'WEIGHT' ? weight : 0n
