import fc from 'fast-check'
import type { QuoteInput } from '../../../src/commerce/checkout/pricing/quote.ts'
import { currencyExponent, roundingUnit } from '../../../src/platform/money.ts'
import { anyStep, type Step } from './any-history.ts'

const CURRENCIES = ['INR', 'JPY', 'KWD'] as const
const METHODS = [null, 'cod', 'transfer', 'upi'] as const
const PRODUCTS = 3

export interface AnyStore {
  currency: (typeof CURRENCIES)[number]
  /** Of each product: subunits, and millionths. */
  products: { price: bigint; taxRate: bigint; weight: number }[]
  taxInclusive: boolean
  loyalty: { earnRate: bigint; redeemRate: bigint }
  code: { type: 'PERCENT' | 'FIXED'; percent: bigint; amount: bigint }
  /** What each begun 500 g costs, on top of the first fee; null for the flat fee. */
  zone: { fee: bigint; stepFee: bigint; freeFrom: bigint } | null
  flatFee: bigint
  cashFee: bigint
}

export interface Basket {
  /** Of each product. */
  units: number[]
  hasCode: boolean
  points: number
  method: (typeof METHODS)[number]
}

export interface History {
  store: AnyStore
  steps: (Step | { basket: Basket })[]
}

const amount = (currency: string, most: bigint) => {
  const unit = roundingUnit(currencyExponent(currency))
  return fc.bigInt(0n, most).map((units) => units * unit)
}

const anyStore = fc.constantFrom(...CURRENCIES).chain(
  (currency): fc.Arbitrary<AnyStore> =>
    fc.record({
      currency: fc.constant(currency),
      products: fc.array(
        fc.record({
          price: amount(currency, 30_000n),
          taxRate: fc.constantFrom(0n, 50_000n, 80_000n, 123_400n, 180_000n),
          weight: fc.integer({ min: 1, max: 900 }),
        }),
        { minLength: PRODUCTS, maxLength: PRODUCTS },
      ),
      taxInclusive: fc.boolean(),
      loyalty: fc.record({
        earnRate: fc.constantFrom(0n, 10_000n, 333_300n),
        redeemRate: fc.constantFrom(250_000n, 1_000_000n, 333_300n),
      }),
      code: fc.record({
        type: fc.constantFrom('PERCENT', 'FIXED'),
        percent: fc.constantFrom(100_000n, 333_300n, 75_000n),
        amount: amount(currency, 20_000n).map((value) => value + roundingUnit(currencyExponent(currency))),
      }),
      zone: fc.option(
        fc.record({
          ...{ fee: amount(currency, 9_000n), stepFee: amount(currency, 900n), freeFrom: amount(currency, 90_000n) },
        }),
        { freq: 3 },
      ),
      ...{ flatFee: amount(currency, 9_000n), cashFee: amount(currency, 5_000n) },
    }),
)

const anyBasket: fc.Arbitrary<Basket> = fc.record({
  units: fc
    .array(fc.integer({ min: 0, max: 3 }), { minLength: PRODUCTS, maxLength: PRODUCTS })
    .map(([first = 0, ...rest]) => [first + 1, ...rest]),
  hasCode: fc.boolean(),
  points: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })),
  method: fc.constantFrom(...METHODS),
})

/** Each begins with an order, and comes to three or so. */
export const anyHistory: fc.Arbitrary<History> = fc.record({
  store: anyStore,
  steps: fc
    .tuple(
      anyBasket,
      fc.array(
        fc.oneof({ weight: 1, arbitrary: fc.record({ basket: anyBasket }) }, { weight: 5, arbitrary: anyStep }),
        { minLength: 6, maxLength: 14 },
      ),
    )
    .map(([basket, steps]) => [{ basket }, ...steps]),
})

export const NOW = new Date('2026-03-01T12:00:00Z')

/** What the rules make a price of. @param available points that nobody has been promised */
export const inputOf = (store: AnyStore, { units, hasCode, points, method }: Basket, available: number): QuoteInput => {
  const { currency, taxInclusive, loyalty, flatFee, code, zone, cashFee } = store
  const sold = store.products.flatMap((product, index) => {
    const qty = units[index] ?? 0
    return qty === 0 ? [] : [{ ...product, qty }]
  })
  const noLimits = { minGoods: null, maxGoods: null, minWeight: null, maxWeight: null }
  const methods = zone && [
    {
      ...{ code: 'van', delivers: true, basis: 'WEIGHT' as const, tiers: [{ from: 0n, fee: zone.fee }] },
      ...{ step: 500n, stepFee: zone.stepFee, freeFrom: zone.freeFrom, ...noLimits },
    },
  ]
  const payment = (of: string, fee: bigint) => ({ code: of, fee, minTotal: null, maxTotal: null, deliveryMethods: [] })
  return {
    lines: sold.map(({ price, taxRate, qty }) => ({ unitPrice: price, taxRate, qty })),
    settings: {
      ...{ exponent: currencyExponent(currency), taxInclusive, loyalty, shippingFee: flatFee, shippingFreeFrom: null },
    },
    discount: hasCode
      ? {
          ...{ ...code, minSubtotal: null, maxDiscount: null, startsAt: null, endsAt: null, active: true },
          ...{ usesLeft: null, usesLeftForBuyer: null, withheld: null },
        }
      : null,
    points: { requested: points, available },
    ...{ earns: true, now: NOW },
    fulfilment: {
      delivery: methods && { methods, chosen: null },
      weight: sold.reduce((sum, { weight, qty }) => sum + BigInt(weight * qty), 0n),
      payment: { methods: [payment('cod', cashFee), payment('transfer', 0n), payment('upi', 0n)], chosen: method },
    },
  }
}
