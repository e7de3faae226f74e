import type { Prisma, ShippingMethod } from '../../../generated/prisma/client.ts'
import { byCurrency } from '../../../platform/input/fields.ts'
import { type Issue, issueAt, type Path } from '../../../platform/input/issues.ts'
import { toMainUnits } from '../../../platform/money.ts'
import { given } from '../../stores/store-write.ts'
import { FeeBasis } from '../delivery-kinds.ts'
import { pickupOf, type StoredTier, tiersOf } from '../store-terms.ts'
import type { MethodEntry } from './zone-format.ts'

/** A method's columns but for its keys and its position. */
export type MethodFields = Omit<
  ShippingMethod,
  'storeId' | 'id' | 'zoneId' | 'code' | 'position' | 'tiers' | 'pickup'
> & {
  tiers: Prisma.JsonArray
  pickup: Prisma.JsonObject | null
}

const unset: MethodFields = {
  ...{ name: '', description: '', kind: 'DELIVERY', active: true, basis: 'FLAT', tiers: [], step: null, stepFee: null },
  ...{ freeFrom: null, minGoods: null, maxGoods: null, minWeight: null, maxWeight: null },
  ...{ minDays: null, maxDays: null, pickup: null },
}

/**
 * What the method is once the entry is written: what the entry leaves out is as stored.
 * @param stored null for a new method
 */
export function mergedMethod(
  path: Path,
  entry: MethodEntry,
  stored: ShippingMethod | null,
  currency: string,
): { fields: MethodFields; issues: Issue[] } {
  const { code: _, kind, basis: givenBasis, tiers, step, pickup, ...rest } = entry
  const before = stored ? fieldsOf(stored) : unset
  const basis = givenBasis === undefined ? before.basis : upper(givenBasis)
  const measured = new Measured(basis, currency)
  const merged: MethodFields = {
    ...before,
    ...given(rest),
    basis,
    ...(kind !== undefined && { kind: upper(kind) }),
    ...(tiers !== undefined && { tiers: storedTiers(tiers, measured, [...path, 'tiers']) }),
    ...(step !== undefined && { step: step === null ? null : measured.read(step, [...path, 'step']) }),
    ...(pickup !== undefined && { pickup: pickup && { address: pickup.address, hours: pickup.hours ?? '' } }),
  }
  const issues = [
    ...measured.issues,
    ...missing(path, merged),
    ...tierIssues(path, entry, merged, before),
    ...(['Goods', 'Weight', 'Days'] as const).flatMap((of) => limitIssues(path, of, merged, currency)),
  ]
  return { fields: merged, issues }
}

const upper = <Value extends string>(value: Value) => value.toUpperCase() as Uppercase<Value> // TypeScript says string.

function fieldsOf(stored: ShippingMethod): MethodFields {
  const { storeId: _, id: __, zoneId: ___, code: ____, position: _____, ...fields } = stored
  const pickup = pickupOf(stored)
  return {
    ...fields,
    tiers: tiersOf(stored).map(({ from, fee }) => ({ from: String(from), fee: String(fee) })),
    pickup: pickup && { ...pickup },
  }
}

const amountIn = byCurrency((amount) => amount)

/** Reads values of the basis: main units, or grams. */
class Measured {
  readonly issues: Issue[] = []
  readonly #basis: FeeBasis
  readonly #currency: string

  constructor(basis: FeeBasis, currency: string) {
    this.#basis = basis
    this.#currency = currency
  }

  read(value: number, path: Path): bigint {
    if (this.#basis === FeeBasis.PRICE) {
      const { data, error } = amountIn(this.#currency).safeParse(value)
      if (data !== undefined) return data
      this.issues.push(issueAt(path, error?.issues[0]?.message ?? 'an amount', value))
    } else if (Number.isSafeInteger(value)) return BigInt(value)
    else this.issues.push(issueAt(path, 'whole grams', value))
    return 0n
  }
}

const storedTiers = (tiers: NonNullable<MethodEntry['tiers']>, measured: Measured, path: Path): Prisma.JsonArray =>
  tiers.map(
    ({ from, fee }, index) =>
      ({ from: String(measured.read(from, [...path, index, 'from'])), fee: String(fee) }) satisfies StoredTier,
  )

function missing(path: Path, { name, kind, pickup }: MethodFields): Issue[] {
  const needs = (field: string, what: string) => issueAt([...path, field], what, undefined)
  return [
    ...(name === '' ? [needs('name', 'one, which a new method needs')] : []),
    ...(kind === 'PICKUP' && pickup === null ? [needs('pickup', 'where the goods are picked up')] : []),
    ...(kind === 'DELIVERY' && pickup !== null
      ? [issueAt([...path, 'pickup'], 'none, since the method delivers', pickup)]
      : []),
  ]
}

function tierIssues(path: Path, entry: MethodEntry, merged: MethodFields, before: MethodFields): Issue[] {
  const { tiers, basis, step, stepFee } = merged
  if (tiers.length === 0) return [issueAt([...path, 'tiers'], 'at least one, such as {from: 0, fee: 50}', undefined)]
  const isOtherBasis = basis !== before.basis
  if (isOtherBasis && entry.tiers === undefined) {
    return [issueAt([...path, 'tiers'], 'some, since the basis is another now', undefined)]
  }
  if (isOtherBasis && entry.step === undefined && before.step !== null) {
    return [issueAt([...path, 'step'], 'one or null, since the basis is another now', undefined)]
  }
  return [
    ...orderIssues(path, entry),
    ...(basis === FeeBasis.FLAT && tiers.length > 1
      ? [issueAt([...path, 'tiers'], 'one tier with the basis flat', tiers.length)]
      : []),
    ...(basis === FeeBasis.FLAT && step !== null
      ? [issueAt([...path, 'step'], 'none with the basis flat', entry.step)]
      : []),
    ...((step === null) === (stepFee === null)
      ? []
      : [issueAt([...path, step === null ? 'step' : 'stepFee'], 'one, since a step has a fee', undefined)]),
  ]
}

/** Stored tiers have been checked before. */
function orderIssues(path: Path, { tiers = [] }: MethodEntry): Issue[] {
  return tiers.flatMap(({ from }, index) => {
    const before = tiers[index - 1]
    const place = [...path, 'tiers', index, 'from']
    if (!before) return from === 0 ? [] : [issueAt(place, '0 in the first tier', from)]
    return from > before.from ? [] : [issueAt(place, `more than ${before.from}, that of the tier before`, from)]
  })
}

function limitIssues(path: Path, of: 'Goods' | 'Weight' | 'Days', merged: MethodFields, currency: string): Issue[] {
  const [least, most] = [merged[`min${of}`], merged[`max${of}`]]
  if (least === null || most === null || least <= most) return []
  const shown = (value: bigint | number) => (typeof value === 'bigint' ? toMainUnits(value, currency) : value)
  return [issueAt([...path, `max${of}`], `at least min${of} (${shown(least)})`, shown(most))]
}
