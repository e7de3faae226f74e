import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ShippingMethod, ShippingZone } from '../../generated/prisma/client.ts'
import type { SqlClient } from '../../platform/database/sql.ts'
import { postalCodes } from '../../shared/postal-code-set.ts'
import type { FeeTier } from '../checkout/pricing/delivery.ts'
import { compilePaymentMethod, type PaymentOffer } from '../payments/methods/payment-offer.ts'
import type { PickupPlace } from './delivery-kinds.ts'
import { type AsJson, readTermsRow } from './store-terms.sql.ts'
import type { DeliveryMethod, Zone } from './zones.ts'

/** How a store delivers and is paid, beside its flat fee and the payment provider. */
export interface StoreTerms {
  version: bigint
  /** In the owner's order; empty where the flat fee applies. */
  zones: readonly Zone[]
  /** Those that are active, in the owner's order. */
  paymentMethods: readonly PaymentOffer[]
}

/** The terms of stores that have set up none. */
export const NO_TERMS: StoreTerms = { version: 0n, zones: [], paymentMethods: [] }

/** Reads the terms from the database. */
export async function readTerms(db: SqlClient, storeId: string): Promise<StoreTerms> {
  const row = await readTermsRow(db, storeId)
  if (!row || row.version === 0n) return NO_TERMS
  const { version, zones, methods, paymentMethods } = row
  return {
    version,
    zones: await inTurn(zones ?? [], (zone) =>
      compileZone(zone, methods?.filter(({ zoneId }) => zoneId === zone.id) ?? []),
    ),
    paymentMethods: await inTurn(paymentMethods ?? [], compilePaymentMethod),
  }
}

/** Postal codes in a row after which other requests are served: compiling as many takes some 10 ms. */
const CODES_AT_ONCE = 10_000

/** Compiles what has postal codes, and lets other requests through between. */
async function inTurn<Row extends { postalCodes: readonly string[]; excludedCodes?: readonly string[] }, Compiled>(
  rows: readonly Row[],
  compile: (row: Row) => Compiled,
): Promise<Compiled[]> {
  const compiled: Compiled[] = []
  let codes = 0
  for (const row of rows) {
    codes += row.postalCodes.length + (row.excludedCodes?.length ?? 0)
    if (codes > CODES_AT_ONCE) {
      await setImmediate()
      codes = 0
    }
    compiled.push(compile(row))
  }
  return compiled
}

/** A method as Prisma or `readTermsRow` reads it. */
type StoredMethod = ShippingMethod | AsJson<ShippingMethod>

/** @param methods those of the zone that are active, in the owner's order */
export const compileZone = (zone: ShippingZone, methods: readonly StoredMethod[]): Zone => ({
  code: zone.code,
  name: zone.name,
  countries: zone.countries.length === 0 ? null : new Set(zone.countries),
  regions: zone.regions.length === 0 ? null : new Set(zone.regions),
  postalCodes: zone.postalCodes.length === 0 ? null : postalCodes(zone.postalCodes, zone.countries),
  excludedCodes: zone.excludedCodes.length === 0 ? null : postalCodes(zone.excludedCodes, zone.countries),
  methods: methods.map(compileMethod),
})

const compileMethod = (method: StoredMethod): DeliveryMethod => ({
  code: method.code,
  name: method.name,
  description: method.description,
  kind: method.kind,
  delivers: method.kind === 'DELIVERY',
  basis: method.basis,
  tiers: tiersOf(method),
  step: bigintOrNull(method.step),
  stepFee: BigInt(method.stepFee ?? 0),
  freeFrom: bigintOrNull(method.freeFrom),
  minGoods: bigintOrNull(method.minGoods),
  maxGoods: bigintOrNull(method.maxGoods),
  minWeight: bigintOrNull(method.minWeight),
  maxWeight: bigintOrNull(method.maxWeight),
  minDays: method.minDays,
  maxDays: method.maxDays,
  pickup: pickupOf(method),
})

const bigintOrNull = (value: bigint | number | null): bigint | null => (value === null ? null : BigInt(value))

/** Tiers as they are stored: JSON has no integers of 64 bits, so they are decimal text. */
export type StoredTier = {
  from: string
  fee: string
}

/** The tiers of a stored method. */
export const tiersOf = ({ tiers }: Pick<ShippingMethod, 'tiers'>): FeeTier[] =>
  // Only this domain writes the column.
  (tiers as StoredTier[]).map(({ from, fee }) => ({ from: BigInt(from), fee: BigInt(fee) }))

/** Where a stored method is picked up. */
export const pickupOf = ({ pickup }: Pick<ShippingMethod, 'pickup'>): PickupPlace | null =>
  // Only this domain writes the column.
  pickup as PickupPlace | null

/** Gives a process the terms of stores, each compiled once per version. */
export interface TermsCache {
  /** The terms of this version, or newer ones. */
  find(db: SqlClient, storeId: string, version: bigint): Promise<StoreTerms>
}

const MAX_BYTES = 64 * 1024 * 1024

export function createTermsCache(maxBytes = MAX_BYTES): TermsCache {
  const cached = new LRUCache<string, StoreTerms>({
    maxSize: maxBytes,
    // Terms that are larger than the cache take the place of all others, rather than being compiled for each request.
    sizeCalculation: (terms) => Math.min(sizeOf(terms), maxBytes),
  })
  const reading = new Map<string, Promise<StoreTerms>>()
  return {
    async find(db, storeId, version) {
      if (version === 0n) return NO_TERMS
      const found = cached.get(storeId)
      if (found && found.version >= version) return found
      const key = `${storeId} ${version}`
      const terms = reading.get(key) ?? readTerms(db, storeId).finally(() => reading.delete(key))
      reading.set(key, terms)
      const read = await terms
      cached.set(storeId, read)
      return read
    },
  }
}

/** Bytes, roughly. */
const sizeOf = ({ zones, paymentMethods }: StoreTerms): number =>
  1_000 +
  zones.reduce(
    (sum, { postalCodes, excludedCodes, methods }) =>
      sum + 500 + (postalCodes?.bytes ?? 0) + (excludedCodes?.bytes ?? 0) + methods.length * 2_000,
    0,
  ) +
  paymentMethods.reduce((sum, { postalCodes }) => sum + 2_000 + (postalCodes?.bytes ?? 0), 0)
