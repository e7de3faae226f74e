import { expect, test } from 'vitest'
import type { DiscountTerms } from '../../../src/commerce/checkout/pricing/discount.ts'
import { type QuoteInput, quote } from '../../../src/commerce/checkout/pricing/quote.ts'
import { currencyExponent, decimalText, fromDecimal } from '../../../src/platform/money.ts'
import { PRICING_CASES, type PricingCase } from './table.ts'

test.each(PRICING_CASES)('$currency: $name', ({ expected, ...example }) => {
  const exponent = currencyExponent(example.currency)
  const zero = decimalText(0n, exponent)
  const text = (amount: bigint) => decimalText(amount, exponent)

  const answer = quote(inputOf(example, exponent))

  expect({
    subtotal: text(answer.subtotal),
    discount: text(answer.discount),
    loyaltyDiscount: text(answer.loyaltyDiscount),
    pointsUsed: answer.pointsUsed,
    pointsEarned: answer.pointsEarned,
    shipping: text(answer.shipping),
    tax: text(answer.tax),
    total: text(answer.total),
  }).toEqual({
    discount: zero,
    loyaltyDiscount: zero,
    pointsUsed: 0,
    pointsEarned: 0,
    shipping: zero,
    tax: zero,
    ...expected,
  })
})

test('the table has currencies of 0, 2 and 3 decimals and no name twice', () => {
  expect(new Set(PRICING_CASES.map(({ currency }) => currencyExponent(currency)))).toEqual(new Set([0, 2, 3]))
  expect(new Set(PRICING_CASES.map(({ name }) => name)).size).toBe(PRICING_CASES.length)
})

function inputOf(example: Omit<PricingCase, 'expected'>, exponent: number): QuoteInput {
  const { cart, shipping, loyalty, discount, customer } = example
  const amount = (main: string) => exactly(main, exponent)
  return {
    lines: cart.map(([unitPrice, qty, taxPercent]) => ({
      unitPrice: amount(unitPrice),
      qty,
      taxRate: exactly(taxPercent, 4),
    })),
    settings: {
      exponent,
      taxInclusive: example.prices === 'with tax',
      shippingFee: shipping ? amount(shipping.fee) : 0n,
      shippingFreeFrom: shipping?.freeFrom ? amount(shipping.freeFrom) : null,
      loyalty: loyalty ? { earnRate: exactly(loyalty.earn, 6), redeemRate: exactly(loyalty.redeem, 6) } : null,
    },
    discount: discount ? termsOf(discount, amount) : null,
    points: customer ? { requested: customer.asksFor, available: customer.has } : null,
    earns: customer !== undefined,
    now: new Date('2026-01-01'),
  }
}

function termsOf(discount: NonNullable<PricingCase['discount']>, amount: (main: string) => bigint): DiscountTerms {
  return {
    ...('percent' in discount
      ? { type: 'PERCENT', percent: exactly(discount.percent, 4), amount: null }
      : { type: 'FIXED', percent: null, amount: amount(discount.amount) }),
    minSubtotal: discount.minSubtotal ? amount(discount.minSubtotal) : null,
    maxDiscount: discount.maxDiscount ? amount(discount.maxDiscount) : null,
    startsAt: null,
    endsAt: null,
    active: true,
    usesLeft: null,
    usesLeftForBuyer: null,
    withheld: null,
  }
}

function exactly(decimal: string | number, decimals: number): bigint {
  const exact = fromDecimal(Number(decimal), decimals)
  if (exact === null) throw new Error(`${decimal} has more than ${decimals} decimals`)
  return exact
}
