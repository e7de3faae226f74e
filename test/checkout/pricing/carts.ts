import fc from 'fast-check'
import type { DiscountTerms } from '../../../src/commerce/checkout/pricing/discount.ts'
import type { PricedLine, PricingSettings, QuoteInput } from '../../../src/commerce/checkout/pricing/quote.ts'
import { MAX_PRICE } from '../../../src/platform/money.ts'

/** Few distinct small prices and rates, so that ties and shared rates are frequent, and some of every size. */
const price = fc.oneof(fc.bigInt(0n, 20n), fc.bigInt(0n, 1_000_000n), fc.bigInt(0n, MAX_PRICE))
const rate = fc.oneof(fc.constantFrom(0n, 50_000n, 120_000n, 180_000n, 280_000n), fc.bigInt(0n, 1_500_000n))

const line: fc.Arbitrary<PricedLine> = fc.record({
  unitPrice: price,
  qty: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 99 })),
  taxRate: rate,
})

const program = fc.record({
  earnRate: fc.oneof(fc.constantFrom(0n, 10_000n, 100_000n), fc.bigInt(0n, 10_000_000n)),
  redeemRate: fc.oneof(fc.constantFrom(0n, 500_000n, 1_000_000n), fc.bigInt(0n, 10_000_000n)),
})

const settings: fc.Arbitrary<PricingSettings> = fc.record({
  exponent: fc.constantFrom(0, 2, 3, 4),
  taxInclusive: fc.boolean(),
  shippingFee: fc.oneof(fc.constant(0n), price),
  shippingFreeFrom: fc.option(price),
  loyalty: fc.option(program, { freq: 4 }),
})

const NOW = new Date('2026-03-01T12:00:00Z')
const moment = fc.constantFrom(null, null, null, null, null, null, new Date('2026-01-01'), new Date('2026-06-01'))

const discount: fc.Arbitrary<DiscountTerms> = fc.record({
  type: fc.constantFrom('PERCENT', 'FIXED'),
  percent: fc.oneof(fc.constantFrom(100_000n, 1_000_000n), fc.bigInt(1n, 1_000_000n)),
  amount: price,
  minSubtotal: fc.option(price),
  maxDiscount: fc.option(price),
  startsAt: moment,
  endsAt: moment,
  active: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  usesLeft: fc.option(fc.nat(5)),
  usesLeftForBuyer: fc.option(fc.nat(5)),
  withheld: fc.constantFrom(null, null, 'NO_PHONE'),
})

/** Any order that a shop could price, and many that it never would. */
export const anyCart: fc.Arbitrary<QuoteInput> = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  settings,
  discount: fc.option(discount, { freq: 4 }),
  points: fc.option(
    fc.record({
      requested: fc.oneof(fc.nat(200), fc.nat(), fc.double()),
      available: fc.oneof(fc.nat(200), fc.nat(), fc.integer()),
    }),
    { freq: 4 },
  ),
  earns: fc.boolean(),
  now: fc.constant(NOW),
})
