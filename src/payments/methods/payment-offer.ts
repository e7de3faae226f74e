import type { PaymentTerms } from '../../checkout/pricing/payment-fee.ts'
import type { AsJson } from '../../delivery/store-terms.sql.ts'
import type { Destination } from '../../delivery/zones.ts'
import type { PaymentMethod } from '../../generated/prisma/client.ts'
import { type PostalCodes, postalCodes } from '../../platform/text/postal-codes.ts'
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
  postalCodes: method.postalCodes.length === 0 ? null : postalCodes(method.postalCodes),
  signedIn: method.signedIn,
  confirm: method.confirm,
  holdHours: method.holdHours,
  paidOnDelivery: method.paidOnDelivery,
  maxRefusals: method.maxRefusals,
})

/** Where and for whom an order is. */
interface Asked {
  /** The code of the destination's zone; null where there is none. */
  zone: string | null
  destination: Destination | null
  isSignedIn: boolean
}

/** The methods that are offered there, whatever the order comes to. */
export const offeredThere = (
  methods: readonly PaymentOffer[],
  { zone, destination, isSignedIn }: Asked,
): PaymentOffer[] =>
  methods.filter(
    (method) =>
      (method.zones === null || (zone !== null && method.zones.has(zone))) &&
      (method.postalCodes === null ||
        (destination?.postalCode != null && method.postalCodes.has(destination.postalCode))) &&
      (isSignedIn || !method.signedIn),
  )
