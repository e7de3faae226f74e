import { describe, expect, test } from 'vitest'
import { type DiscountTerms, discountAmount, discountRefusal } from '../../../src/commerce/checkout/pricing/discount.ts'
import { quote } from '../../../src/commerce/checkout/pricing/quote.ts'

const NOW = new Date('2026-03-01T12:00:00.000Z')
const BEFORE = new Date('2026-03-01T11:59:59.999Z')
const AFTER = new Date('2026-03-01T12:00:00.001Z')

const tenPercent: DiscountTerms = {
  type: 'PERCENT',
  percent: 100_000n,
  amount: null,
  minSubtotal: null,
  maxDiscount: null,
  startsAt: null,
  endsAt: null,
  active: true,
  usesLeft: null,
  usesLeftForBuyer: null,
  withheld: null,
}

describe('a discount code', () => {
  test.each<{ name: string; terms: Partial<DiscountTerms>; expected: ReturnType<typeof discountRefusal> }>([
    { name: 'without conditions applies', terms: {}, expected: null },
    { name: 'that is switched off is refused', terms: { active: false }, expected: 'INACTIVE' },
    { name: 'applies from its start on', terms: { startsAt: NOW }, expected: null },
    { name: 'is refused before its start', terms: { startsAt: AFTER }, expected: 'NOT_STARTED' },
    { name: 'applies until its end', terms: { endsAt: AFTER }, expected: null },
    { name: 'is refused at its end', terms: { endsAt: NOW }, expected: 'ENDED' },
    { name: 'is refused after its end', terms: { endsAt: BEFORE }, expected: 'ENDED' },
    { name: 'applies at its minimum', terms: { minSubtotal: 1000n }, expected: null },
    { name: 'is refused below its minimum', terms: { minSubtotal: 1001n }, expected: 'BELOW_MINIMUM' },
    { name: 'applies for the last time', terms: { usesLeft: 1, usesLeftForBuyer: 1 }, expected: null },
    { name: 'is refused when all uses are taken', terms: { usesLeft: 0 }, expected: 'USED_UP' },
    { name: 'is refused when more than all uses are taken', terms: { usesLeft: -1 }, expected: 'USED_UP' },
    { name: 'is refused to whom nothing distinguishes', terms: { withheld: 'NO_PHONE' }, expected: 'NO_PHONE' },
    { name: "is refused after the buyer's share", terms: { usesLeftForBuyer: 0 }, expected: 'USED_UP_BY_BUYER' },
  ])('$name', ({ terms, expected }) => {
    expect(discountRefusal({ ...tenPercent, ...terms }, 1000n, NOW)).toBe(expected)
  })

  test.each<{ name: string; terms: Partial<DiscountTerms>; subtotal: bigint; expected: bigint }>([
    { name: 'takes its share', terms: {}, subtotal: 1000n, expected: 100n },
    { name: 'rounds half a subunit up', terms: {}, subtotal: 1005n, expected: 101n },
    { name: 'rounds less than half down', terms: {}, subtotal: 1004n, expected: 100n },
    { name: 'rounds before its cap, not after', terms: { maxDiscount: 100n }, subtotal: 1005n, expected: 100n },
    {
      name: 'takes less than its cap when its share is less',
      terms: { maxDiscount: 500n },
      subtotal: 1000n,
      expected: 100n,
    },
    { name: 'of 100 % takes all', terms: { percent: 1_000_000n }, subtotal: 999n, expected: 999n },
    { name: 'of more takes no more than all', terms: { percent: 2_000_000n }, subtotal: 999n, expected: 999n },
    { name: 'may be capped at nothing', terms: { maxDiscount: 0n }, subtotal: 1000n, expected: 0n },
    { name: 'takes its amount', terms: { type: 'FIXED', amount: 250n }, subtotal: 1000n, expected: 250n },
    { name: 'takes no more than the goods', terms: { type: 'FIXED', amount: 250n }, subtotal: 249n, expected: 249n },
    {
      name: 'of an amount stops at its cap',
      terms: { type: 'FIXED', amount: 250n, maxDiscount: 200n },
      subtotal: 1000n,
      expected: 200n,
    },
  ])('$name', ({ terms, subtotal, expected }) => {
    expect(discountAmount({ ...tenPercent, ...terms }, subtotal, 1n)).toBe(expected)
  })

  const cartOf = (discount: DiscountTerms | null) =>
    quote({
      lines: [{ unitPrice: 1000n, qty: 1, taxRate: 0n }],
      settings: { exponent: 2, taxInclusive: false, shippingFee: 0n, shippingFreeFrom: null, loyalty: null },
      discount,
      points: null,
      earns: false,
      now: NOW,
    })

  test('that is refused takes nothing off, and the quote says why', () => {
    expect(cartOf({ ...tenPercent, endsAt: BEFORE })).toMatchObject({
      discount: 0n,
      refusedDiscount: 'ENDED',
      total: 1000n,
    })
  })

  test('that applies, or none at all, is no refusal', () => {
    expect(cartOf(tenPercent)).toMatchObject({ discount: 100n, refusedDiscount: null, total: 900n })
    expect(cartOf(null)).toMatchObject({ discount: 0n, refusedDiscount: null, total: 1000n })
  })
})
