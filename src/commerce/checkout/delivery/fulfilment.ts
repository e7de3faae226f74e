import type { Store } from '../../../generated/prisma/client.ts'
import { homeCountry } from '../../../shared/countries.ts'
import type { NoticeReason } from '../../../shared/reasons.ts'
import { dayAfter, dayOf } from '../../../shared/zoned-time.ts'
import type { StoreTerms } from '../../delivery/store-terms.ts'
import {
  type DeliveryMethod,
  type Destination,
  type FoundZone,
  findZone,
  type MissingPart,
  type Zone,
} from '../../delivery/zones.ts'
import type { PaymentOffer } from '../../payments/methods/payment-offer.ts'
import { offeredThere } from '../../payments/methods/payment-offer.ts'
import type { CartLine } from '../cart-lines.ts'
import type { Notice } from '../notice.ts'
import type { FeeOption } from '../pricing/delivery.ts'
import type { Fulfilment, Quote } from '../pricing/quote.ts'

/** How the buyer wants an order delivered and paid. */
export interface Wish {
  /** Null when they have not said. */
  destination: Destination | null
  /** The code of the delivery method; null for the cheapest. */
  method: string | null
  /** The code of the payment method; null for the payment provider. */
  paymentMethod: string | null
}

export const NO_WISH: Wish = { destination: null, method: null, paymentMethod: null }

/** A delivery method with its fee and dates. */
export interface DeliveryOption {
  method: DeliveryMethod
  /** In subunits. */
  fee: bigint
  /** Calendar days in the store's time zone, `2026-01-31`; null when the store promises none. */
  from: string | null
  until: string | null
}

/** A payment method with its fee, in subunits. */
export interface PaymentOption {
  offer: PaymentOffer
  fee: bigint
}

/** What the store's terms come to for a cart. */
export interface Fulfilled {
  /** Null when the buyer has named none, and where the store has no zones. */
  destination: Destination | null
  /** The code of the destination's zone; null without one, and where the store has no zones. */
  zone: string | null
  delivery: DeliveryOption | null
  deliveryOptions: DeliveryOption[]
  payment: PaymentOption | null
  paymentOptions: PaymentOption[]
  /** Why the cart cannot be bought like this. */
  notices: Notice[]
}

/** What the store's terms offer where a cart is to go. */
export interface Offered {
  found: FoundZone | null
  methods: readonly DeliveryMethod[]
  offers: readonly PaymentOffer[]
  /** For `quote()`; null where the store has set up neither zones nor payment methods. */
  fulfilment: Fulfilment | null
}

const NOTHING: Offered = { found: null, methods: [], offers: [], fulfilment: null }

/** @param lines those that can be bought: with none, nothing is delivered */
export function offeredFor(
  terms: StoreTerms,
  store: Store,
  { lines, wish, isSignedIn }: { lines: readonly CartLine[]; wish: Wish; isSignedIn: boolean },
): Offered {
  if (lines.length === 0 || (terms.zones.length === 0 && terms.paymentMethods.length === 0)) return NOTHING
  const { destination } = wish
  const found = terms.zones.length === 0 ? null : findZone(terms.zones, destination, homeCountry(store))
  const methods = found?.zone?.methods ?? []
  const offers = offeredThere(terms.paymentMethods, { zone: found?.zone?.code ?? null, destination, isSignedIn })
  return {
    found,
    methods,
    offers,
    fulfilment: {
      delivery: found && { methods, chosen: wish.method },
      weight: weightOf(lines, store),
      payment: { methods: offers, chosen: wish.paymentMethod },
    },
  }
}

/** Grams of the lines together. */
export const weightOf = (lines: readonly CartLine[], { defaultWeight }: Store): bigint =>
  lines.reduce(
    (sum, { product, variant, qty }) => sum + BigInt(variant?.weight ?? product.weight ?? defaultWeight) * BigInt(qty),
    0n,
  )

/** @param today in the store's time zone, `2026-01-31` */
export const promised = (method: DeliveryMethod, fee: bigint, today: string): DeliveryOption => ({
  method,
  fee,
  from: method.minDays === null ? null : dayAfter(today, method.minDays),
  until: method.maxDays === null ? null : dayAfter(today, method.maxDays),
})

/** Puts names and dates to what the quote has chosen. */
export function fulfilled(
  { found, methods, offers }: Offered,
  { wish, quote, store, now }: { wish: Wish; quote: Quote; store: Store; now: Date },
): Fulfilled {
  const today = dayOf(now, store.timeZone)
  const deliveryOption = ({ code, fee }: FeeOption): DeliveryOption[] =>
    methods.filter((method) => method.code === code).map((method) => promised(method, fee, today))
  const paymentOption = ({ code, fee }: FeeOption): PaymentOption[] =>
    offers.filter((offer) => offer.code === code).map((offer) => ({ offer, fee }))
  const [delivery = null] = quote.delivery?.taken ? deliveryOption(quote.delivery.taken) : []
  const [payment = null] = quote.payment.taken ? paymentOption(quote.payment.taken) : []
  return {
    destination: found && wish.destination,
    zone: found?.zone?.code ?? null,
    delivery,
    deliveryOptions: quote.delivery?.options.flatMap(deliveryOption) ?? [],
    payment,
    paymentOptions: quote.payment.options.flatMap(paymentOption),
    notices: refusals(found, { wish, quote }),
  }
}

const notice = (code: Notice['code'], reason: NoticeReason, message: string): Notice => ({
  code,
  reason,
  message,
  item: null,
})

export const methodUnavailable = notice(
  'METHOD_UNAVAILABLE',
  'PAYMENT_METHOD_UNAVAILABLE',
  'This payment method is not available.',
)

export const NOT_DELIVERED = 'We do not deliver there.'

/** The message to a shopper where there is no zone. */
export const withoutZone = (
  found: Exclude<FoundZone, { zone: Zone }>,
): { reason: NoticeReason; message: string; needs?: MissingPart } =>
  found.why === 'UNKNOWN_DESTINATION'
    ? { reason: 'DESTINATION_REQUIRED', message: 'Choose where to deliver.', needs: found.needs }
    : { reason: 'NOT_DELIVERED_THERE', message: NOT_DELIVERED }

function refusals(found: FoundZone | null, { wish, quote }: { wish: Wish; quote: Quote }): Notice[] {
  const notices: Notice[] = []
  if (found && !quote.delivery?.taken) {
    if (!found.zone) {
      notices.push({ code: 'DELIVERY_UNAVAILABLE', item: null, ...withoutZone(found) })
    } else if (wish.method === null) notices.push(notice('DELIVERY_UNAVAILABLE', 'NOT_DELIVERED_THERE', NOT_DELIVERED))
    else
      notices.push(
        notice('METHOD_UNAVAILABLE', 'DELIVERY_METHOD_UNAVAILABLE', 'This delivery method is not available.'),
      )
  }
  if (wish.paymentMethod !== null && !quote.payment.taken && quote.total > 0n) {
    notices.push(methodUnavailable)
  }
  return notices
}
