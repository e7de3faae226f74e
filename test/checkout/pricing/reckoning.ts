import type { DeliveryTerms } from '../../../src/commerce/checkout/pricing/delivery.ts'
import type { DiscountTerms } from '../../../src/commerce/checkout/pricing/discount.ts'
import type { PaymentTerms } from '../../../src/commerce/checkout/pricing/payment-fee.ts'
import type { QuoteInput } from '../../../src/commerce/checkout/pricing/quote.ts'
import { MAX_PRICE } from '../../../src/platform/money.ts'
import { ceiling, compare, type Fraction, floor, fraction, minus, nearest, over, plus, times } from './fraction.ts'

interface ReckonedLine {
  gross: bigint
  discount: bigint
  loyaltyDiscount: bigint
  tax: bigint
}

interface Fee {
  code: string
  fee: bigint
}

interface Reckoning {
  lines: ReckonedLine[]
  subtotal: bigint
  discount: bigint
  loyaltyDiscount: bigint
  pointsUsed: number
  pointsEarned: number
  /** The methods that take the order; null for the flat fee. */
  deliveries: Fee[] | null
  delivery: Fee | null
  payments: Fee[]
  payment: Fee | null
  shipping: bigint
  tax: bigint
  total: bigint
}

const MILLION = 1_000_000n
const LARGEST_INTEGER = 2_147_483_647n

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
const least = (first: bigint, ...others: bigint[]): bigint => others.reduce((a, b) => (b < a ? b : a), first)

/**
 * The price of an order, calculated a second time from the rules alone and without the code that is sold with: exact
 * fractions, rounded where a figure is made.
 */
export function reckon(input: QuoteInput): Reckoning {
  const { settings, fulfilment = null } = input
  const unit = settings.exponent === 3 ? 10n : 1n
  const round = (amount: Fraction) => nearest(amount, unit)
  const rates = input.lines.map(({ taxRate }) => fraction(taxRate, MILLION))

  const gross = input.lines.map(({ unitPrice, qty }) => round(times(fraction(unitPrice), fraction(BigInt(qty)))))
  const subtotal = total(gross)

  const discount = input.discount ? discountOf(input.discount, subtotal, input.now, round) : 0n
  const discounts = shares(discount, gross, unit, rates)
  const reduced = gross.map((amount, index) => amount - at(discounts, index))
  const goods = subtotal - discount

  const points = pointsOf(input, goods, round)
  const loyaltyDiscounts = shares(points.value, reduced, unit, rates)
  const taxables = reduced.map((amount, index) => amount - at(loyaltyDiscounts, index))
  const taxable = goods - points.value

  const taxes = taxesOf(input, taxables, unit)
  const tax = total(taxes)
  const taxed = taxable + (settings.taxInclusive ? 0n : tax)

  const { deliveries, delivery, deliveryFee } = deliveryOf(input, goods, round)
  const paid = fulfilment?.payment ?? { methods: [], chosen: null }
  const payments = paid.methods
    .filter((method) => canPay(method, taxed + deliveryFee, delivery))
    .map(({ code, fee }) => ({ code, fee: round(fraction(fee)) }))
  const payment = payments.find(({ code }) => code === paid.chosen) ?? null
  const shipping = deliveryFee + (payment?.fee ?? 0n)

  return {
    lines: gross.map((amount, index) => ({
      ...{ gross: amount, discount: at(discounts, index), loyaltyDiscount: at(loyaltyDiscounts, index) },
      tax: at(taxes, index),
    })),
    ...{ subtotal, discount, loyaltyDiscount: points.value, pointsUsed: Number(points.used) },
    pointsEarned: Number(earned(input, taxable)),
    ...{ deliveries, delivery, payments, payment, shipping, tax, total: taxed + shipping },
  }
}

type Round = (amount: Fraction) => bigint

const at = (amounts: readonly bigint[], index: number): bigint => {
  const amount = amounts[index]
  if (amount === undefined) throw new RangeError(`Nothing at ${index}`)
  return amount
}

/**
 * An amount in proportion to weights, in whole units: each part gets its exact share rounded down, and the units that
 * are left go to the parts that lost most by it, then to the heavier, then to the higher rate, then to the first.
 */
function shares(amount: bigint, weights: readonly bigint[], unit: bigint, rates: readonly Fraction[]): bigint[] {
  const all = total(weights)
  if (amount === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight, index) => {
    const exact = over(times(fraction(amount, unit), fraction(weight)), fraction(all))
    const whole = floor(exact)
    return { index, weight, whole, lost: minus(exact, fraction(whole)), rate: rates[index] ?? fraction(0n) }
  })
  const served = parts.toSorted(
    (a, b) =>
      compare(b.lost, a.lost) ||
      compare(fraction(b.weight), fraction(a.weight)) ||
      compare(b.rate, a.rate) ||
      a.index - b.index,
  )
  const left = amount / unit - total(parts.map(({ whole }) => whole))
  const lucky = new Set(served.slice(0, Number(left)).map(({ index }) => index))
  return parts.map(({ index, whole }) => (whole + (lucky.has(index) ? 1n : 0n)) * unit)
}

function discountOf(terms: DiscountTerms, subtotal: bigint, now: Date, round: Round): bigint {
  const { active, startsAt, endsAt, usesLeft, usesLeftForBuyer, withheld, minSubtotal, maxDiscount } = terms
  const begun = startsAt === null || startsAt <= now
  const ended = endsAt !== null && endsAt <= now
  const usedUp = [usesLeft, usesLeftForBuyer].some((uses) => uses !== null && uses <= 0)
  const tooSmall = minSubtotal !== null && subtotal < minSubtotal
  if (!active || !begun || ended || usedUp || withheld !== null || tooSmall) return 0n
  const named =
    terms.type === 'PERCENT'
      ? times(fraction(subtotal), fraction(terms.percent ?? 0n, MILLION))
      : fraction(terms.amount ?? 0n)
  const capped = maxDiscount !== null && compare(named, fraction(maxDiscount)) > 0 ? fraction(maxDiscount) : named
  return least(round(capped), subtotal)
}

/** Of points that can be redeemed: the fewest of those that are asked for, that are there, and that pay for all goods. */
function pointsOf({ settings, points }: QuoteInput, goods: bigint, round: Round): { used: bigint; value: bigint } {
  const nothing = { used: 0n, value: 0n }
  if (!settings.loyalty || !points) return nothing
  const worth = times(fraction(settings.loyalty.redeemRate, MILLION), fraction(10n ** BigInt(settings.exponent)))
  if (worth.top <= 0n || goods === 0n) return nothing
  const whole = (count: number) => (count > 0 ? BigInt(Math.floor(count)) : 0n)
  const unit = settings.exponent === 3 ? 10n : 1n
  // What half a unit less is worth still rounds to all goods.
  const enough = ceiling(over(minus(fraction(goods), fraction(unit, 2n)), worth))
  const used = least(whole(points.requested), whole(points.available), enough)
  const value = least(round(times(fraction(used), worth)), goods)
  return value === 0n ? nothing : { used, value }
}

function earned({ settings, earns }: QuoteInput, taxable: bigint): bigint {
  if (!settings.loyalty || !earns) return 0n
  const mainUnits = fraction(taxable, 10n ** BigInt(settings.exponent))
  return least(floor(times(fraction(settings.loyalty.earnRate, MILLION), mainUnits)), LARGEST_INTEGER)
}

/** Each line's share of the tax of its rate, which is rounded once for all lines that have it. */
function taxesOf({ lines, settings }: QuoteInput, taxables: readonly bigint[], unit: bigint): bigint[] {
  const taxes = lines.map(() => 0n)
  for (const rate of new Set(lines.map(({ taxRate }) => taxRate))) {
    const places = lines.flatMap((line, index) => (line.taxRate === rate ? [index] : []))
    const amounts = places.map((place) => at(taxables, place))
    const share = fraction(rate, MILLION)
    const of = settings.taxInclusive ? over(share, plus(fraction(1n), share)) : share
    const tax = nearest(times(fraction(total(amounts)), of), unit)
    const parts = shares(tax, amounts, unit, [])
    for (const [nth, place] of places.entries()) taxes[place] = at(parts, nth)
  }
  return taxes
}

interface Delivery {
  deliveries: Fee[] | null
  delivery: Fee | null
  deliveryFee: bigint
}

function deliveryOf({ settings, fulfilment }: QuoteInput, goods: bigint, round: Round): Delivery {
  const choice = fulfilment?.delivery ?? null
  if (!fulfilment || !choice) {
    const { shippingFee, shippingFreeFrom } = settings
    const isFree = shippingFreeFrom !== null && goods >= shippingFreeFrom
    return { deliveries: null, delivery: null, deliveryFee: isFree ? 0n : round(fraction(shippingFee)) }
  }
  const { weight } = fulfilment
  const offers = choice.methods
    .filter((method) => takes(method, goods, weight))
    .map((method) => ({
      ...{ code: method.code, delivers: method.delivers },
      fee: round(feeOf(method, goods, weight)),
    }))
    // No fee is above the largest price.
    .filter(({ fee }) => fee <= MAX_PRICE)
  const wanted =
    choice.chosen === null
      ? offers.filter(({ delivers }) => delivers).toSorted((a, b) => (a.fee < b.fee ? -1 : a.fee > b.fee ? 1 : 0))[0]
      : offers.find(({ code }) => code === choice.chosen)
  const delivery = wanted ? { code: wanted.code, fee: wanted.fee } : null
  return { deliveries: offers.map(({ code, fee }) => ({ code, fee })), delivery, deliveryFee: delivery?.fee ?? 0n }
}

const within = (value: bigint, lowest: bigint | null, highest: bigint | null): boolean =>
  (lowest === null || value >= lowest) && (highest === null || value <= highest)

const takes = (method: DeliveryTerms, goods: bigint, weight: bigint): boolean =>
  within(goods, method.minGoods, method.maxGoods) && within(weight, method.minWeight, method.maxWeight)

function feeOf({ basis, tiers, step, stepFee, freeFrom }: DeliveryTerms, goods: bigint, weight: bigint): Fraction {
  if (freeFrom !== null && goods >= freeFrom) return fraction(0n)
  const measured = { FLAT: 0n, PRICE: goods, WEIGHT: weight }[basis]
  const tier = tiers.filter(({ from }) => from <= measured).at(-1)
  if (!tier) throw new RangeError(`No tier for ${measured}`)
  if (step === null) return fraction(tier.fee)
  const begun = ceiling(over(fraction(measured - tier.from), fraction(step)))
  return plus(fraction(tier.fee), times(fraction(begun), fraction(stepFee)))
}

/** An order of which nothing is to be paid is free, whatever was chosen. */
const canPay = ({ minTotal, maxTotal, deliveryMethods }: PaymentTerms, due: bigint, delivery: Fee | null): boolean =>
  due > 0n &&
  within(due, minTotal, maxTotal) &&
  (deliveryMethods.length === 0 || (delivery !== null && deliveryMethods.includes(delivery.code)))
