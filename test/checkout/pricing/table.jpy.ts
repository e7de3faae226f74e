import type { PricingCase } from './table.ts'

const JPY = { currency: 'JPY', prices: 'without tax' } as const

export const YEN_CASES: readonly PricingCase[] = [
  {
    ...JPY,
    name: 'yen have no decimals',
    prices: 'with tax',
    cart: [['1100', 3, 10]],
    byHand: '3300 × 10 / 110 = 300',
    expected: { subtotal: '3300', tax: '300', total: '3300' },
  },
  {
    ...JPY,
    name: 'food and goods have rates of their own, shipping has none',
    prices: 'with tax',
    shipping: { fee: '550' },
    cart: [
      ['1080', 1, 8],
      ['2200', 1, 10],
    ],
    byHand: '1080 × 8 / 108 = 80; 2200 × 10 / 110 = 200; 3280 + 550',
    expected: { subtotal: '3280', shipping: '550', tax: '280', total: '3830' },
  },
  {
    ...JPY,
    name: 'half a yen of tax is a whole one',
    cart: [['105', 1, 10]],
    byHand: '10 % of 105 = 10.5 → 11',
    expected: { subtotal: '105', tax: '11', total: '116' },
  },
  {
    ...JPY,
    name: 'tax included is what is in the price after the discount',
    prices: 'with tax',
    cart: [['999', 1, 8]],
    discount: { percent: 15 },
    byHand: '15 % of 999 = 149.85 → 150; 849 × 8 / 108 = 62.88… → 63',
    expected: { subtotal: '999', discount: '150', tax: '63', total: '849' },
  },
  {
    ...JPY,
    name: 'the worth of points is rounded once, not for each point',
    loyalty: { earn: 0, redeem: 0.5 },
    cart: [['1000', 1, 0]],
    customer: { asksFor: 3, has: 10 },
    byHand: '3 × 0.5 = 1.5 → 2',
    expected: { subtotal: '1000', loyaltyDiscount: '2', pointsUsed: 3, total: '998' },
  },
  {
    ...JPY,
    name: 'a point too small to buy anything stays with its owner',
    loyalty: { earn: 0, redeem: 0.3 },
    cart: [['1000', 1, 0]],
    customer: { asksFor: 1, has: 10 },
    byHand: '1 × 0.3 = 0.3 → 0',
    expected: { subtotal: '1000', total: '1000' },
  },
  {
    ...JPY,
    name: 'points pay for goods, not for shipping',
    prices: 'with tax',
    shipping: { fee: '500' },
    loyalty: { earn: 0.01, redeem: 1 },
    cart: [['400', 2, 10]],
    customer: { asksFor: 2000, has: 2000 },
    byHand: '800 points for 800; shipping 500; nothing left that earns points',
    expected: { subtotal: '800', loyaltyDiscount: '800', pointsUsed: 800, shipping: '500', total: '500' },
  },
  {
    ...JPY,
    name: 'only whole points are earned, on the goods without tax',
    loyalty: { earn: 0.01, redeem: 1 },
    cart: [['1999', 1, 10]],
    customer: { asksFor: 0, has: 0 },
    byHand: '10 % of 1999 = 199.9 → 200; 1999 × 0.01 = 19.99 → 19 points',
    expected: { subtotal: '1999', pointsEarned: 19, tax: '200', total: '2199' },
  },
  {
    ...JPY,
    name: 'discount, points, two rates and free shipping in one order',
    shipping: { fee: '600', freeFrom: '4000' },
    loyalty: { earn: 0.05, redeem: 1 },
    cart: [
      ['1280', 3, 8],
      ['500', 1, 10],
    ],
    discount: { amount: '340' },
    customer: { asksFor: 250, has: 250 },
    byHand:
      '3840 + 500 − 340 (300.83 + 39.17 → 301 + 39) = 3539 + 461 = 4000, ships free; ' +
      '− 250 (221.19 + 28.81 → 221 + 29) = 3318 + 432; 265.44 → 265, 43.2 → 43; 3750 × 0.05 = 187.5 → 187 points',
    expected: {
      subtotal: '4340',
      discount: '340',
      loyaltyDiscount: '250',
      pointsUsed: 250,
      pointsEarned: 187,
      tax: '308',
      total: '4058',
    },
  },
]
