import { LRUCache } from 'lru-cache'
import type { FeeTier } from '../checkout/pricing/delivery.ts'
import type { Prisma, ShippingMethod, ShippingZone } from '../generated/prisma/client.ts'
import { compilePaymentMethod, type PaymentOffer } from '../payments/methods/payment-offer.ts'
import type { PickupPlace } from './delivery-kinds.ts'
import { postalCodes } from './postal-codes.ts'
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

type Reader = Pick<Prisma.TransactionClient, 'contentVersion' | 'shippingZone' | 'paymentMethod'>

/**
 * Reads the terms from the database. Their version is read first, so that they are never older than it says: where an
 * owner changes them meanwhile, whoever compares the version reads them again.
 */
export async function readTerms(prisma: Reader, storeId: string): Promise<StoreTerms> {
  const content = await prisma.contentVersion.findFirst({ where: { storeId }, select: { termsVersion: true } })
  const version = content?.termsVersion ?? 0n
  if (version === 0n) return NO_TERMS
  const zones = await prisma.shippingZone.findMany({
    where: { storeId },
    include: { methods: { where: { active: true }, orderBy: [{ position: 'asc' }, { code: 'asc' }] } },
    orderBy: [{ position: 'asc' }, { code: 'asc' }],
  })
  const paymentMethods = await prisma.paymentMethod.findMany({
    where: { storeId, active: true },
    orderBy: [{ position: 'asc' }, { code: 'asc' }],
  })
  return { version, zones: zones.map(compileZone), paymentMethods: paymentMethods.map(compilePaymentMethod) }
}

export const compileZone = ({ methods, ...zone }: ShippingZone & { methods: readonly ShippingMethod[] }): Zone => ({
  code: zone.code,
  name: zone.name,
  countries: zone.countries.length === 0 ? null : new Set(zone.countries),
  regions: zone.regions.length === 0 ? null : new Set(zone.regions),
  postalCodes: zone.postalCodes.length === 0 ? null : postalCodes(zone.postalCodes),
  excludedCodes: zone.excludedCodes.length === 0 ? null : postalCodes(zone.excludedCodes),
  methods: methods.map(compileMethod),
})

const compileMethod = (method: ShippingMethod): DeliveryMethod => ({
  code: method.code,
  name: method.name,
  description: method.description,
  kind: method.kind,
  delivers: method.kind === 'DELIVERY',
  basis: method.basis,
  tiers: tiersOf(method),
  step: method.step,
  stepFee: method.stepFee ?? 0n,
  freeFrom: method.freeFrom,
  minGoods: method.minGoods,
  maxGoods: method.maxGoods,
  minWeight: method.minWeight === null ? null : BigInt(method.minWeight),
  maxWeight: method.maxWeight === null ? null : BigInt(method.maxWeight),
  minDays: method.minDays,
  maxDays: method.maxDays,
  pickup: pickupOf(method),
})

/** Tiers as they are stored: JSON has no integers of 64 bits, so they are decimal text. */
export interface StoredTier {
  from: string
  fee: string
}

/** The tiers of a stored method. Only this domain writes the column. */
export const tiersOf = ({ tiers }: Pick<ShippingMethod, 'tiers'>): FeeTier[] =>
  (tiers as unknown as StoredTier[]).map(({ from, fee }) => ({ from: BigInt(from), fee: BigInt(fee) }))

/** Where a stored method is picked up. Only this domain writes the column. */
export const pickupOf = ({ pickup }: Pick<ShippingMethod, 'pickup'>): PickupPlace | null =>
  pickup as unknown as PickupPlace | null

/** Gives a process the terms of stores, each compiled once per version. */
export interface TermsCache {
  /** The terms of this version, or newer ones. */
  find(prisma: Reader, storeId: string, version: bigint): Promise<StoreTerms>
}

const MAX_BYTES = 64 * 1024 * 1024

export function createTermsCache(maxBytes = MAX_BYTES): TermsCache {
  const cached = new LRUCache<string, StoreTerms>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  const reading = new Map<string, Promise<StoreTerms>>()
  return {
    async find(prisma, storeId, version) {
      if (version === 0n) return NO_TERMS
      const found = cached.get(storeId)
      if (found && found.version >= version) return found
      const key = `${storeId} ${version}`
      const terms = reading.get(key) ?? readTerms(prisma, storeId).finally(() => reading.delete(key))
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
