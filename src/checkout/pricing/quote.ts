import { lineTotal, type Micro, roundingUnit, roundTo, type Subunits } from '../../platform/money.ts'
import { type DiscountRefusal, type DiscountTerms, discountAmount, discountRefusal } from './discount.ts'
import { type LoyaltyProgram, type PointsOffer, pointsEarned, redemption } from './loyalty.ts'
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

export interface QuoteInput {
  lines: readonly PricedLine[]
  settings: PricingSettings
  discount: DiscountTerms | null
  points: PointsOffer | null
  earns: boolean
  now: Date
}

/** Subunits. */
interface QuotedLine {
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
  shipping: Subunits
  tax: Subunits
  taxes: RateTax[]
  taxInclusive: boolean
  total: Subunits
}

/** The sums do not depend on the order of the lines. */
export function quote({ lines, settings, discount: terms, points, earns, now }: QuoteInput): Quote {
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
  const shipping = shippingFee(goods, settings, unit)

  return {
    lines: withTax(reduced, taxes, unit).map(({ taxRate, ...line }) => line),
    subtotal,
    discount,
    refusedDiscount,
    loyaltyDiscount: redeemed.value,
    pointsUsed: redeemed.points,
    pointsEarned: earns && loyalty ? pointsEarned(taxable, loyalty.earnRate, exponent) : 0,
    shipping,
    tax,
    taxes,
    taxInclusive,
    total: taxable + shipping + (taxInclusive ? 0n : tax),
  }
}

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
