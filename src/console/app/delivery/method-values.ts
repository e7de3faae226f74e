import type { DeliveryMethodFragment, ShippingMethodInput } from '../../../generated/console/documents.ts'
import { codeOf } from '../parts/code-of.ts'
import { numberOf, typedMoney, typedNumber } from '../parts/form/typed-numbers.ts'

export type MethodValues = ReturnType<typeof methodValues>

export const methodValues = (method: DeliveryMethodFragment | null, currency: string) => ({
  code: method?.code ?? '',
  name: method?.name ?? '',
  description: method?.description ?? '',
  kind: method?.kind ?? ('DELIVERY' as const),
  active: method?.active ?? true,
  basis: method?.basis ?? ('FLAT' as const),
  tiers: (method?.tiers ?? [{ from: 0, fee: null }]).map(({ from, fee }) => ({
    from: method?.basis === 'PRICE' ? typedMoney(from, currency) : typedNumber(from),
    fee: typedMoney(fee, currency),
  })),
  step: method?.basis === 'PRICE' ? typedMoney(method.step, currency) : typedNumber(method?.step),
  stepFee: typedMoney(method?.stepFee, currency),
  freeFrom: typedMoney(method?.freeFrom, currency),
  minGoods: typedMoney(method?.minGoods, currency),
  maxGoods: typedMoney(method?.maxGoods, currency),
  minWeight: typedNumber(method?.minWeight),
  maxWeight: typedNumber(method?.maxWeight),
  minDays: typedNumber(method?.minDays),
  maxDays: typedNumber(method?.maxDays),
  address: method?.pickup?.address ?? '',
  hours: method?.pickup?.hours ?? '',
})

/** One flat fee has no grid: its first row is the fee. */
export const methodInput = (values: MethodValues): ShippingMethodInput => {
  const { code, name, description, kind, active, basis, tiers, address, hours } = values
  const isFlat = basis === 'FLAT'
  return {
    ...{ code: code.trim() || codeOf(name), name: name.trim(), description: description.trim(), kind, active, basis },
    tiers: (isFlat ? tiers.slice(0, 1) : tiers).map(({ from, fee }, index) => ({
      from: index === 0 ? 0 : (numberOf(from) ?? 0),
      fee: numberOf(fee) ?? 0,
    })),
    step: isFlat ? null : numberOf(values.step),
    stepFee: isFlat ? null : numberOf(values.stepFee),
    freeFrom: numberOf(values.freeFrom),
    minGoods: numberOf(values.minGoods),
    maxGoods: numberOf(values.maxGoods),
    minWeight: numberOf(values.minWeight),
    maxWeight: numberOf(values.maxWeight),
    minDays: numberOf(values.minDays),
    maxDays: numberOf(values.maxDays),
    pickup: kind === 'PICKUP' ? { address: address.trim(), hours: hours.trim() } : null,
  }
}

/** As the form has it: `methods[2].pickup.address` is its `address`. */
export const methodField = (path: string): string => path.replace(/^methods\[\d+\]\.?/, '').replace(/^pickup\./, '')

/** The name of the draft. @param method its code; empty for a new one */
export const methodDraft = (zone: string, method: string): string => `zone:${zone}:${method}`
