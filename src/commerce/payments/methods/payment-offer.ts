import type { PaymentMethod } from '../../../generated/prisma/client.ts'
import { type PostalCodes, postalCodes } from '../../../shared/postal-code-set.ts'
import type { PaymentTerms } from '../../checkout/pricing/payment-fee.ts'
import type { AsJson } from '../../delivery/store-terms.sql.ts'
import type { Destination } from '../../delivery/zones.ts'
import type { ConfirmedBy, PaymentMethodKind } from './payment-method-kinds.ts'

/** A payment method as orders are compared with it. */
export interface PaymentOffer extends PaymentTerms {
  kind: PaymentMethodKind
  name: string
  instructions: string
  /** Codes of the zones that have it; null for all. */
  zones: ReadonlySet<string> | null
  /** Null for all. */
  postalCodes: PostalCodes | null
  signedIn: boolean
  confirm: ConfirmedBy
  /** Orders of a greater total, or of more units, wait for the owner all the same. */
  confirmAboveTotal: bigint | null
  confirmAboveUnits: number | null
  holdHours: number
  paidOnDelivery: boolean
  maxRefusals: number | null
}

export const compilePaymentMethod = (method: PaymentMethod | AsJson<PaymentMethod>): PaymentOffer => ({
  code: method.code,
  kind: method.kind,
  name: method.name,
  instructions: method.instructions,
  fee: BigInt(method.fee),
  minTotal: method.minTotal === null ? null : BigInt(method.minTotal),
  maxTotal: method.maxTotal === null ? null : BigInt(method.maxTotal),
  zones: method.zones.length === 0 ? null : new Set(method.zones),
  deliveryMethods: method.deliveryMethods,
  postalCodes: method.postalCodes.length === 0 ? null : postalCodes(method.postalCodes, []),
  signedIn: method.signedIn,
  confirm: method.confirm,
  confirmAboveTotal: method.confirmAboveTotal === null ? null : BigInt(method.confirmAboveTotal),
  confirmAboveUnits: method.confirmAboveUnits,
  holdHours: method.holdHours,
  paidOnDelivery: method.paidOnDelivery,
  maxRefusals: method.maxRefusals,
})

/** What confirms an order that comes to so much. */
export const confirmerOf = (
  { confirm, confirmAboveTotal, confirmAboveUnits }: PaymentOffer,
  { total, units }: { total: bigint; units: number },
): ConfirmedBy => {
  const isLarge =
    (confirmAboveTotal !== null && total > confirmAboveTotal) ||
    (confirmAboveUnits !== null && units > confirmAboveUnits)
  return isLarge ? 'OWNER' : confirm
}

/** Where and for whom an order is. */
interface Asked {
  /** The code of the destination's zone; null where there is none. */
  zone: string | null
  destination: Destination | null
  isSignedIn: boolean
}

/** Why a method is not offered: the zone, the postal code, or that it is for customers who are logged in. */
export type OfferRefusal = 'ZONE' | 'POSTAL_CODE' | 'SIGNED_IN'

/** Null when it is offered, whatever the order comes to. */
export function offerRefusal(
  { zones, postalCodes, signedIn }: PaymentOffer,
  { zone, destination, isSignedIn }: Asked,
): OfferRefusal | null {
  if (zones !== null && (zone === null || !zones.has(zone))) return 'ZONE'
  const code = destination?.postalCode
  if (postalCodes !== null && (code == null || !postalCodes.has(code, destination?.country ?? null)))
    return 'POSTAL_CODE'
  return signedIn && !isSignedIn ? 'SIGNED_IN' : null
}

/** The methods that are offered there, whatever the order comes to. */
export const offeredThere = (methods: readonly PaymentOffer[], asked: Asked): PaymentOffer[] =>
  methods.filter((method) => offerRefusal(method, asked) === null)
