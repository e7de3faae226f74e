import type { DeliveryMethodFragment, ShippingMethodInput } from '../../../../generated/console/documents.ts'
import { codeOf } from '../parts/code-of.ts'
import { amountOf, type NumberFormat, numberOf, typedMoney, typedNumber } from '../parts/form/typed-numbers.ts'

export type MethodValues = ReturnType<typeof methodValues>

export const methodValues = (method: DeliveryMethodFragment | null, numbers: NumberFormat) => ({
  code: method?.code ?? '',
  name: method?.name ?? '',
  description: method?.description ?? '',
  kind: method?.kind ?? ('DELIVERY' as const),
  active: method?.active ?? true,
  basis: method?.basis ?? ('FLAT' as const),
  tiers: (method?.tiers ?? [{ from: 0, fee: null }]).map(({ from, fee }) => ({
    from: method?.basis === 'PRICE' ? typedMoney(from, numbers) : typedNumber(from, numbers),
    fee: typedMoney(fee, numbers),
  })),
  step: method?.basis === 'PRICE' ? typedMoney(method.step, numbers) : typedNumber(method?.step, numbers),
  stepFee: typedMoney(method?.stepFee, numbers),
  freeFrom: typedMoney(method?.freeFrom, numbers),
  minGoods: typedMoney(method?.minGoods, numbers),
  maxGoods: typedMoney(method?.maxGoods, numbers),
  minWeight: typedNumber(method?.minWeight, numbers),
  maxWeight: typedNumber(method?.maxWeight, numbers),
  minDays: typedNumber(method?.minDays, numbers),
  maxDays: typedNumber(method?.maxDays, numbers),
  address: method?.pickup?.address ?? '',
  hours: method?.pickup?.hours ?? '',
})

/** One flat fee has no grid: its first row is the fee. */
export const methodInput = (values: MethodValues, numbers: NumberFormat): ShippingMethodInput => {
  const { code, name, description, kind, active, basis, tiers, address, hours } = values
  const isFlat = basis === 'FLAT'
  const amount = (typed: string) => amountOf(typed, numbers)
  const count = (typed: string) => numberOf(typed, numbers)
  const measure = basis === 'PRICE' ? amount : count
  return {
    ...{ code: code.trim() || codeOf(name), name: name.trim(), description: description.trim(), kind, active, basis },
    tiers: (isFlat ? tiers.slice(0, 1) : tiers).map(({ from, fee }, index) => ({
      from: index === 0 ? 0 : (measure(from) ?? 0),
      fee: amount(fee) ?? 0,
    })),
    step: isFlat ? null : measure(values.step),
    stepFee: isFlat ? null : amount(values.stepFee),
    freeFrom: amount(values.freeFrom),
    minGoods: amount(values.minGoods),
    maxGoods: amount(values.maxGoods),
    minWeight: count(values.minWeight),
    maxWeight: count(values.maxWeight),
    minDays: count(values.minDays),
    maxDays: count(values.maxDays),
    pickup: kind === 'PICKUP' ? { address: address.trim(), hours: hours.trim() } : null,
  }
}

/** As the form has it: `methods[2].pickup.address` is its `address`. */
export const methodField = (path: string): string => path.replace(/^methods\[\d+\]\.?/, '').replace(/^pickup\./, '')

/** The name of the draft. @param method its code; empty for a new one */
export const methodDraft = (zone: string, method: string): string => `zone:${zone}:${method}`
