import type { Store } from '../../../generated/prisma/client.ts'
import { currencyExponent, moneyInWords, roundingUnit, type Subunits } from '../../../platform/money.ts'
import { missReasons } from '../../delivery/change/test-destination.ts'
import type { StoreTerms } from '../../delivery/store-terms.ts'
import { type DeliveryMethod, type Destination, matchZone, type Place } from '../../delivery/zones.ts'
import { type OfferRefusal, offerRefusal, type PaymentOffer } from '../../payments/methods/payment-offer.ts'
import { weightOf } from '../delivery/fulfilment.ts'
import type { PricedCart } from '../price-cart.ts'
import { type DeliveryRefusal, deliveryRefusal, type Parcel } from '../pricing/delivery.ts'
import { type PaymentRefusal, paymentRefusal } from '../pricing/payment-fee.ts'

/** A method, and what it would cost or why it is not offered. */
export interface MethodTrial {
  code: string
  name: string
  /** The code of its zone; null for a payment method. */
  zone: string | null
  /** In subunits; null when it is not offered. */
  fee: Subunits | null
  isTaken: boolean
  /** In the owner's words. */
  refusal: string | null
}

export interface TriedOrder {
  priced: PricedCart
  terms: StoreTerms
  store: Store
  place: Place
  isSignedIn: boolean
}

const NOTHING_SOLD = 'Nothing of the cart can be bought.'

/** Those of all zones that are active. */
export function tryDeliveryMethods({ priced, terms, store, place }: TriedOrder): MethodTrial[] {
  const { lines, quote, fulfilled } = priced
  const { currency } = store
  const parcel = { goods: quote.subtotal - quote.discount, weight: weightOf(lines, store) }
  const unit = roundingUnit(currencyExponent(currency))
  const fees = new Map(quote.delivery?.options.map(({ code, fee }) => [code, fee]))

  return terms.zones.flatMap((zone) => {
    const isHere = zone.code === fulfilled.zone
    const match = matchZone(zone, place)
    const elsewhere =
      match === 'YES'
        ? `${fulfilled.zone === null ? 'A zone that needs to know more' : `The zone ${fulfilled.zone}`} comes before its own.`
        : missReasons[match](zone, place)
    return zone.methods.map((method): MethodTrial => {
      const refused = isHere ? deliveryRefusal(method, parcel, unit) : null
      const why =
        lines.length === 0 ? NOTHING_SOLD : isHere ? refused && inWords(refused, method, parcel, currency) : elsewhere
      return {
        code: method.code,
        name: method.name,
        zone: zone.code,
        fee: why === null ? (fees.get(method.code) ?? null) : null,
        isTaken: isHere && quote.delivery?.taken?.code === method.code,
        refusal: why,
      }
    })
  })
}

function inWords(
  refusal: DeliveryRefusal,
  method: DeliveryMethod,
  { goods, weight }: Parcel,
  currency: string,
): string {
  const money = (amount: bigint) => moneyInWords({ amount, currency })
  const grams = (amount: bigint) => `${amount} g`
  switch (refusal) {
    case 'GOODS':
      return `It is for goods ${range(method.minGoods, method.maxGoods, money)}, and these are ${money(goods)}.`
    case 'WEIGHT':
      return `It is for ${range(method.minWeight, method.maxWeight, grams)}, and this is ${grams(weight)}.`
    case 'TIER':
      return 'It has no fee for this parcel.'
    case 'FEE':
      return 'Its fee would be too high.'
  }
}

const range = (least: bigint | null, most: bigint | null, shown: (amount: bigint) => string): string =>
  [least !== null && `from ${shown(least)}`, most !== null && `up to ${shown(most)}`].filter(Boolean).join(' ')

/** Those that are active. */
export function tryPaymentMethods(
  { priced: { lines, quote, fulfilled }, terms, store: { currency }, isSignedIn }: TriedOrder,
  destination: Destination | null,
): MethodTrial[] {
  const order = {
    total: quote.total - (quote.payment.taken?.fee ?? 0n),
    delivery: quote.delivery?.taken?.code ?? null,
  }
  const fees = new Map(quote.payment.options.map(({ code, fee }) => [code, fee]))
  return terms.paymentMethods.map((method) => {
    const { code, name } = method
    const refused =
      offerRefusal(method, { zone: fulfilled.zone, destination, isSignedIn }) ?? paymentRefusal(method, order)
    const refusal =
      lines.length === 0 ? NOTHING_SOLD : refused && paymentInWords(refused, method, order.total, currency)
    const isTaken = quote.payment.taken?.code === code
    return { code, name, zone: null, fee: refusal === null ? (fees.get(code) ?? null) : null, isTaken, refusal }
  })
}

function paymentInWords(
  refusal: OfferRefusal | PaymentRefusal,
  { zones, minTotal, maxTotal, deliveryMethods }: PaymentOffer,
  total: bigint,
  currency: string,
): string {
  const money = (amount: bigint) => moneyInWords({ amount, currency })
  switch (refusal) {
    case 'ZONE':
      return `It is for the zones ${[...(zones ?? [])].join(', ')}.`
    case 'POSTAL_CODE':
      return 'The postal code is not among its own.'
    case 'SIGNED_IN':
      return 'It is for customers who are logged in.'
    case 'FREE':
      return 'There is nothing to pay.'
    case 'TOTAL':
      return `It is for totals ${range(minTotal, maxTotal, money)}, and this is ${money(total)}.`
    case 'DELIVERY':
      return `It is for the delivery methods ${deliveryMethods.join(', ')}.`
  }
}
