import { lineTotal, type Micro, roundingUnit, roundTo, type Subunits } from '../../../platform/money.ts'
import { cheapest, type DeliveryTerms, deliveryOptions, type FeeOption, type Parcel } from './delivery.ts'
import { type DiscountRefusal, type DiscountTerms, discountAmount, discountRefusal } from './discount.ts'
import { type LoyaltyProgram, type PointsOffer, pointsEarned, redemption } from './loyalty.ts'
import { type PaymentTerms, paymentOptions } from './payment-fee.ts'
import { descending, prorate, sum } from './prorate.ts'
import { type RateTax, taxesByRate, withTax } from './tax.ts'

export interface PricedLine {
  unitPrice: Subunits
  qty: number
  /** Millionths: the product's rate, or the store's. */
  taxRate: Micro
}

export interface PricingSettings extends ShippingTerms {
  /** Decimals of the currency, 2 for INR. */
  exponent: number
  taxInclusive: boolean
  loyalty: LoyaltyProgram | null
}

/** A choice between methods. */
export interface Choice<Terms> {
  /** In the owner's order. */
  methods: readonly Terms[]
  /** The code of the one that the buyer has chosen; null when they have not. */
  chosen: string | null
}

/** How an order is delivered and paid, where the store offers more than a flat fee and the payment provider. */
export interface Fulfilment {
  /** The methods of the destination's zone; null for the store's flat fee. */
  delivery: Choice<DeliveryTerms> | null
  /** Grams. */
  weight: bigint
  payment: Choice<PaymentTerms>
}

export interface QuoteInput {
  lines: readonly PricedLine[]
  settings: PricingSettings
  discount: DiscountTerms | null
  points: PointsOffer | null
  earns: boolean
  now: Date
  /** Null, or left out, for a flat fee and the payment provider alone. */
  fulfilment?: Fulfilment | null
}

/** One line's share of the quote's amounts, in subunits. */
export interface QuotedLine {
  gross: Subunits
  discount: Subunits
  loyaltyDiscount: Subunits
  /** `gross − discount − loyaltyDiscount`. */
  taxable: Subunits
  tax: Subunits
}

/** Subunits; `subtotal − discount − loyaltyDiscount + shipping + (tax unless included) = total`. */
export interface Quote {
  lines: QuotedLine[]
  subtotal: Subunits
  discount: Subunits
  refusedDiscount: DiscountRefusal | null
  loyaltyDiscount: Subunits
  pointsUsed: number
  pointsEarned: number
  /** With the fees of delivery and payment. */
  shipping: Subunits
  /** The delivery methods that are possible, and the one of the quote; null for the flat fee. */
  delivery: Chosen | null
  /** The payment methods that are possible, and the one of the quote. */
  payment: Chosen
  tax: Subunits
  taxes: RateTax[]
  taxInclusive: boolean
  total: Subunits
}

/** What is possible, and what the quote is for: null when nothing was chosen, or the chosen method is not possible. */
export interface Chosen {
  options: FeeOption[]
  taken: FeeOption | null
}

/** The sums do not depend on the order of the lines. */
export function quote({ lines, settings, discount: terms, points, earns, now, fulfilment = null }: QuoteInput): Quote {
  const { exponent, taxInclusive, loyalty } = settings
  const unit = roundingUnit(exponent)
  const priced = lines.map(({ unitPrice, qty, taxRate }) => ({ taxRate, gross: lineTotal(unitPrice, qty, exponent) }))
  const subtotal = sum(priced.map((line) => line.gross))

  const refusedDiscount = terms && discountRefusal(terms, subtotal, now)
  const discount = terms && refusedDiscount === null ? discountAmount(terms, subtotal, unit) : 0n
  const byGross = { weightOf: (line: (typeof priced)[number]) => line.gross, unit, first: higherRateFirst }
  const discounted = prorate(discount, priced, byGross).map(([line, share]) => ({
    ...line,
    discount: share,
    due: line.gross - share,
  }))

  const goods = subtotal - discount
  const redeemed = redemption(points ?? NO_POINTS, goods, loyalty?.redeemRate ?? 0n, exponent)
  const byDue = { weightOf: (line: (typeof discounted)[number]) => line.due, unit, first: higherRateFirst }
  const reduced = prorate(redeemed.value, discounted, byDue).map(([{ due, ...line }, share]) => ({
    ...line,
    loyaltyDiscount: share,
    taxable: due - share,
  }))

  const taxable = goods - redeemed.value
  const taxes = taxesByRate(reduced, { inclusive: taxInclusive, unit })
  const tax = sum(taxes.map((entry) => entry.tax))
  const delivery = fulfilment?.delivery
    ? delivered(fulfilment.delivery, { goods, weight: fulfilment.weight }, unit)
    : null
  const deliveryFee = delivery === null ? shippingFee(goods, settings, unit) : (delivery.taken?.fee ?? 0n)
  const due = taxable + deliveryFee + (taxInclusive ? 0n : tax)
  const payment = paid(fulfilment?.payment ?? NO_CHOICE, { total: due, delivery: delivery?.taken?.code ?? null, unit })
  const paymentFee = payment.taken?.fee ?? 0n

  return {
    lines: withTax(reduced, taxes, unit).map(({ taxRate, ...line }) => line),
    subtotal,
    discount,
    refusedDiscount,
    loyaltyDiscount: redeemed.value,
    pointsUsed: redeemed.points,
    pointsEarned: earns && loyalty ? pointsEarned(taxable, loyalty.earnRate, exponent) : 0,
    shipping: deliveryFee + paymentFee,
    delivery,
    payment,
    tax,
    taxes,
    taxInclusive,
    total: due + paymentFee,
  }
}

const NO_CHOICE: Choice<PaymentTerms> = { methods: [], chosen: null }

function delivered({ methods, chosen }: Choice<DeliveryTerms>, parcel: Parcel, unit: Subunits): Chosen {
  const options = deliveryOptions(methods, parcel, unit)
  return { options, taken: chosen === null ? cheapest(methods, options) : optionOf(options, chosen) }
}

function paid({ methods, chosen }: Choice<PaymentTerms>, order: Parameters<typeof paymentOptions>[1]): Chosen {
  const options = paymentOptions(methods, order)
  return { options, taken: optionOf(options, chosen) }
}

const optionOf = (options: readonly FeeOption[], chosen: string | null): FeeOption | null =>
  options.find(({ code }) => code === chosen) ?? null

const NO_POINTS: PointsOffer = { requested: 0, available: 0 }

/** A leftover subunit of a reduction goes to the higher tax rate, which saves the buyer more tax. */
const higherRateFirst = (a: { taxRate: Micro }, b: { taxRate: Micro }): number => descending(a.taxRate, b.taxRate)

interface ShippingTerms {
  shippingFee: Subunits
  /** Goods after discount from which shipping is free; null for never. */
  shippingFreeFrom: Subunits | null
}

/** In subunits. @param goods after discount, before points @param unit what the fee is a multiple of */
export function shippingFee(
  goods: Subunits,
  { shippingFee, shippingFreeFrom }: ShippingTerms,
  unit: Subunits,
): Subunits {
  return shippingFreeFrom !== null && goods >= shippingFreeFrom ? 0n : roundTo(unit, shippingFee)
}
