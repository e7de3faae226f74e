import type { ShippingMethod, ShippingZone } from '../../../generated/prisma/client.ts'
import type { Subunits } from '../../../platform/money.ts'
import { FeeBasis } from '../delivery-kinds.ts'
import { pickupOf, tiersOf } from '../store-terms.ts'
import type { MethodJson, ZoneJson } from './zone-format.ts'

interface ToMainUnits {
  (amount: Subunits): number
  (amount: Subunits | null): number | null
}

/** A zone as bundles write it. @param zone with its methods in the owner's order */
export const zoneJson = (zone: ShippingZone & { methods: ShippingMethod[] }, main: ToMainUnits): ZoneJson => {
  const { code, name, countries, regions, postalCodes, excludedCodes, methods } = zone
  return {
    ...{ code, name, countries, regions, postalCodes, excludedCodes },
    methods: methods.map((method) => methodJson(method, main)),
  }
}

const lower = <Value extends string>(value: Value) => value.toLowerCase() as Lowercase<Value> // TypeScript says string.

function methodJson(method: ShippingMethod, main: ToMainUnits): MethodJson {
  const { code, name, description, active, minWeight, maxWeight, minDays, maxDays } = method
  const pickup = pickupOf(method)
  return {
    ...{ code, name, description, kind: lower(method.kind), active, basis: lower(method.basis) },
    tiers: tiersOf(method).map(({ from, fee }) => ({ from: measured(method, from, main), fee: main(fee) })),
    step: method.step === null ? null : measured(method, method.step, main),
    ...{ stepFee: main(method.stepFee), freeFrom: main(method.freeFrom) },
    ...{ minGoods: main(method.minGoods), maxGoods: main(method.maxGoods), minWeight, maxWeight, minDays, maxDays },
    pickup: pickup && { ...pickup },
  }
}

/** A value of the method's basis in main units, or grams. */
export const measured = ({ basis }: Pick<ShippingMethod, 'basis'>, value: bigint, main: (amount: bigint) => number) =>
  basis === FeeBasis.PRICE ? main(value) : Number(value)
