import { DAY_MS } from '../../../platform/time.ts'

export const STRIKES_COUNT_MS = DAY_MS

/** Unpaid, with a running hold. */
export interface OwnOrder {
  id: string
  holders: string[]
  /** Variants, or products without any. */
  items: string[]
  units: Record<string, number> | null
  use: { discountId: string; buyerKey: string } | null
  points: number | null
}

export interface HoldingsInShort {
  orders: Record<string, number> | null
  /** The buyer has unpaid orders, or too many strikes. */
  hasMore: boolean
}

export interface HoldingsAsJson {
  orders: Record<string, number> | null
  own: OwnOrder[] | null
  isLimited: boolean
  units: Record<string, number> | null
  uses: Record<string, number> | null
}

export interface Holdings {
  /** Unpaid orders by limited key. */
  orders: ReadonlyMap<string, number>
  /** Oldest first. */
  own: readonly OwnOrder[]
  isLimited: boolean
  /** For a limited buyer: units by `poolKey` held by others under the same key. */
  units: ReadonlyMap<string, number>
  /** The same by discount id. */
  discountUses: ReadonlyMap<string, number>
}

export const holdingsOf = (json: Partial<HoldingsAsJson>): Holdings => ({
  orders: mapOf(json.orders),
  own: json.own ?? [],
  isLimited: json.isLimited ?? false,
  units: mapOf(json.units),
  discountUses: mapOf(json.uses),
})

const mapOf = (json: Record<string, number> | null | undefined): ReadonlyMap<string, number> =>
  new Map(Object.entries(json ?? {}))

export const ownUnits = ({ own }: Pick<Holdings, 'own'>, counter: string): number =>
  own.reduce((sum, { units }) => sum + (units?.[counter] ?? 0), 0)

export const ownPoints = (own: readonly OwnOrder[]): number => own.reduce((sum, { points }) => sum + (points ?? 0), 0)
