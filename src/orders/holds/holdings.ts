import { DAY_MS } from '../../platform/time.ts'

/** How long a strike counts. */
export const STRIKES_COUNT_MS = DAY_MS

/** An unpaid order of the same buyer whose hold has not ended. */
export interface OwnOrder {
  id: string
  /** Keys of the buyer that it was stored with. */
  holders: string[]
  /** The variants in it, or the products where they have none. */
  items: string[]
  /** Units that it holds, by `poolKey`. */
  units: Record<string, number> | null
  use: { discountId: string; buyerKey: string } | null
  points: number | null
}

/** What PostgreSQL writes into JSON of any buyer. */
export interface HoldingsInShort {
  orders: Record<string, number> | null
  /** Whether the rest has to be read: the buyer has unpaid orders of their own, or too many strikes. */
  hasMore: boolean
}

/** What a buyer holds unpaid, as PostgreSQL writes it into JSON. */
export interface HoldingsAsJson {
  orders: Record<string, number> | null
  own: OwnOrder[] | null
  isLimited: boolean
  units: Record<string, number> | null
  uses: Record<string, number> | null
}

/** What a buyer holds unpaid, and what stands in their way for it. */
export interface Holdings {
  /** How many unpaid orders there are, by those keys of the buyer that are limited. */
  orders: ReadonlyMap<string, number>
  /** The buyer's own, oldest first. */
  own: readonly OwnOrder[]
  /** Whether the buyer has too many strikes. */
  isLimited: boolean
  /** Of a limited buyer: units by `poolKey` that orders other than their own hold under the same key. */
  units: ReadonlyMap<string, number>
  /** The same of discounts, by id. */
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

/** Units of a counter that the buyer's own unpaid orders hold. */
export const ownUnits = ({ own }: Pick<Holdings, 'own'>, counter: string): number =>
  own.reduce((sum, { units }) => sum + (units?.[counter] ?? 0), 0)

/** Points that the buyer's own unpaid orders hold. */
export const ownPoints = (own: readonly OwnOrder[]): number => own.reduce((sum, { points }) => sum + (points ?? 0), 0)
