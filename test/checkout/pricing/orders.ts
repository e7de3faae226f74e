import fc from 'fast-check'
import type { DeliveryTerms } from '../../../src/commerce/checkout/pricing/delivery.ts'
import type { DiscountTerms } from '../../../src/commerce/checkout/pricing/discount.ts'
import type { PaymentTerms } from '../../../src/commerce/checkout/pricing/payment-fee.ts'
import type { Fulfilment, PricedLine, QuoteInput } from '../../../src/commerce/checkout/pricing/quote.ts'
import { currencyExponent, MAX_PRICE } from '../../../src/platform/money.ts'
import { reckon } from './reckoning.ts'

export const CURRENCIES = ['INR', 'JPY', 'KWD'] as const
type Currency = (typeof CURRENCIES)[number]

const NOW = new Date('2026-03-01T12:00:00Z')

/** Small amounts meet each other's limits exactly; large ones leave the integers that a float counts in. */
const amount = fc.oneof(
  fc.bigInt(0n, 30n),
  fc.bigInt(0n, 3_000n),
  fc.bigInt(0n, 500_000n),
  fc.bigInt(0n, 50_000n).map((tens) => tens * 10n),
)
const price = fc.oneof({ weight: 19, arbitrary: amount }, { weight: 1, arbitrary: fc.bigInt(0n, MAX_PRICE) })
/** More often null. */
const sometimes = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value })
const limit = sometimes(amount)

/** Tax in the rates of India, Japan and elsewhere, and any other. */
const rate = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(0n, 50_000n, 80_000n, 100_000n, 120_000n, 180_000n, 280_000n) },
  { weight: 1, arbitrary: fc.bigInt(0n, 1_000_000n) },
)

const line: fc.Arbitrary<PricedLine> = fc.record({
  unitPrice: price,
  qty: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 99 })),
  taxRate: rate,
})

/** Lines of one small price, so that units are left over and only the rate or the place decides who gets them. */
const alike = fc
  .tuple(fc.bigInt(1n, 60n), fc.array(rate, { minLength: 2, maxLength: 8 }))
  .map(([unitPrice, rates]) => rates.map((taxRate): PricedLine => ({ unitPrice: unitPrice * 10n, qty: 1, taxRate })))

/** Lines of a few subunits, of which each share is rounded by much. */
const tiny = fc.array(
  fc.record({ unitPrice: fc.bigInt(1n, 90n), qty: fc.integer({ min: 1, max: 3 }), taxRate: rate }),
  { minLength: 2, maxLength: 8 },
)

const day = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(new Date('2026-02-01'), NOW, new Date('2026-04-01')) },
)
const uses = sometimes(fc.integer({ min: 0, max: 9 }))

const discount: fc.Arbitrary<DiscountTerms> = fc.record({
  type: fc.constantFrom('PERCENT', 'FIXED'),
  percent: fc.oneof(fc.constantFrom(50_000n, 100_000n, 333_333n, 500_000n), fc.bigInt(1n, 1_000_000n)),
  amount,
  minSubtotal: limit,
  maxDiscount: limit,
  ...{ startsAt: day, endsAt: day, usesLeft: uses, usesLeftForBuyer: uses },
  active: fc.integer({ min: 0, max: 19 }).map((n) => n > 0),
  withheld: fc.integer({ min: 0, max: 19 }).map((n) => (n === 0 ? 'NO_PHONE' : n === 1 ? 'HELD_BY_BUYER' : null)),
})

const program = fc.record({
  earnRate: fc.oneof(fc.constantFrom(0n, 10_000n, 100_000n, 1_000_000n), fc.bigInt(0n, 10_000_000n)),
  redeemRate: fc.oneof(fc.constantFrom(0n, 1_000n, 10_000n, 250_000n, 500_000n, 1_000_000n), fc.bigInt(0n, 2_000_000n)),
})

const points = fc.record({
  requested: fc.oneof(fc.nat(30), fc.nat(5_000), fc.nat(), fc.constantFrom(-3, 0.4, 7.9)),
  available: fc.oneof(fc.nat(30), fc.nat(5_000), fc.nat(), fc.constantFrom(-5)),
})

const weight = fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(0n, 5_000n))

const method = (code: string): fc.Arbitrary<DeliveryTerms> =>
  fc.constantFrom('FLAT' as const, 'PRICE' as const, 'WEIGHT' as const).chain((basis) => {
    const measured = basis === 'WEIGHT' ? weight : amount
    return fc.record({
      ...{ code: fc.constant(code), basis: fc.constant(basis) },
      delivers: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
      tiers: fc
        .array(fc.record({ from: measured, fee: amount }), { minLength: 1, maxLength: basis === 'FLAT' ? 1 : 6 })
        .map(risingFromNothing),
      step:
        basis === 'FLAT'
          ? fc.constant(null)
          : fc.option(
              measured.map((step) => step + 1n),
              { freq: 2 },
            ),
      stepFee: fc.bigInt(0n, 900n),
      freeFrom: fc.option(amount, { freq: 2 }),
      minGoods: limit,
      maxGoods: sometimes(price),
      minWeight: sometimes(weight),
      maxWeight: sometimes(fc.bigInt(0n, 9_000n)),
    })
  })

function risingFromNothing(tiers: DeliveryTerms['tiers']): DeliveryTerms['tiers'] {
  const [, ...others] = tiers.toSorted((a, b) => Number(a.from - b.from))
  const first = { from: 0n, fee: tiers[0]?.fee ?? 0n }
  return [first, ...others.filter(({ from }, index) => from > (others[index - 1]?.from ?? 0n))]
}

const DELIVERY_CODES = ['standard', 'express', 'pickup', 'heavy'] as const

const payment = (code: string): fc.Arbitrary<PaymentTerms> =>
  fc.record({
    ...{ code: fc.constant(code), fee: amount, minTotal: limit, maxTotal: sometimes(price) },
    deliveryMethods: fc.oneof(fc.constant([]), fc.subarray([...DELIVERY_CODES])),
  })

/** Any number of methods, and one that is chosen, none, or one that is not there. */
const choice = <Terms>(codes: readonly string[], terms: (code: string) => fc.Arbitrary<Terms>) =>
  fc.integer({ min: 0, max: codes.length }).chain((count) =>
    fc.record({
      methods: fc.tuple(...codes.slice(0, count).map(terms)),
      chosen: fc.option(fc.constantFrom(...codes), { freq: 3 }),
    }),
  )

const fulfilled: fc.Arbitrary<Fulfilment> = fc.record({
  delivery: fc.option(choice(DELIVERY_CODES, method), { freq: 5 }),
  weight: fc.oneof(weight, fc.bigInt(0n, 200_000n)),
  payment: choice(['cod', 'transfer', 'upi'], payment),
})

const fulfilment: fc.Arbitrary<Fulfilment | null> = fc.option(fulfilled, { freq: 5 })

const anyTerms = (currency: Currency): fc.Arbitrary<QuoteInput> =>
  fc.record({
    lines: fc.oneof(fc.array(line, { minLength: 1, maxLength: 8 }), alike, tiny),
    settings: fc.record({
      exponent: fc.constant(currencyExponent(currency)),
      ...{ taxInclusive: fc.boolean(), shippingFee: amount, shippingFreeFrom: limit },
      loyalty: fc.option(program, { freq: 4 }),
    }),
    discount: fc.option(discount, { freq: 4 }),
    points: fc.option(points, { freq: 3 }),
    ...{ earns: fc.boolean(), now: fc.constant(NOW), fulfilment },
  })

const EDGES = [null, null, 'code', 'free', 'tier', 'least', 'most', 'payable'] as const

/** The order with a limit that lies where the order is, or next to it: by chance that never happens. */
function withLimitAt(edge: (typeof EDGES)[number], off: bigint, input: QuoteInput): QuoteInput {
  const { subtotal, discount, total, payment } = reckon(input)
  const goods = subtotal - discount + off
  const { settings, discount: code, fulfilment: chosen } = input
  const withMethods = (change: (method: DeliveryTerms) => Partial<DeliveryTerms>): QuoteInput => {
    if (!chosen?.delivery) return input
    const methods = chosen.delivery.methods.map((method) => ({ ...method, ...change(method) }))
    return { ...input, fulfilment: { ...chosen, delivery: { ...chosen.delivery, methods } } }
  }
  if (edge === 'code') return { ...input, discount: code && { ...code, minSubtotal: subtotal + off } }
  if (edge === 'free') {
    const free = { ...settings, shippingFreeFrom: goods }
    return { ...withMethods(() => ({ freeFrom: goods })), settings: free }
  }
  if (edge === 'least') return withMethods(() => ({ minGoods: goods }))
  if (edge === 'most') return withMethods(() => ({ maxGoods: goods }))
  if (edge === 'tier') {
    return withMethods(({ basis, tiers }) => {
      const from = basis === 'PRICE' ? goods : (chosen?.weight ?? 0n) + off
      const [first = { from: 0n, fee: 0n }] = tiers
      return basis === 'FLAT' || from <= 0n ? {} : { tiers: [first, { from, fee: first.fee + 100n }] }
    })
  }
  if (edge === 'payable' && chosen) {
    const due = total - (payment?.fee ?? 0n) + off
    const methods = chosen.payment.methods.map((method, index) =>
      index % 2 === 0 ? { ...method, minTotal: due } : { ...method, maxTotal: due },
    )
    return { ...input, fulfilment: { ...chosen, payment: { ...chosen.payment, methods } } }
  }
  return input
}

/** Any order that a store in the currency can get. */
export const anyOrder = (currency: Currency): fc.Arbitrary<QuoteInput> =>
  fc
    .tuple(fc.constantFrom(...EDGES), fc.constantFrom(-1n, 0n, 0n, 1n), anyTerms(currency))
    .map(([edge, off, input]) => withLimitAt(edge, off, input))
