import { expect, it } from 'vitest'
import { priceWish } from '../../src/commerce/chat/built-in/price-wish.ts'

const upTo = (to: bigint) => ({ kind: 'range', from: null, to })

it.each([
  ['Something under 1,200', 'INR', upTo(120_000n)],
  ['under ₹1,20,000.50 please', 'INR', upTo(12_000_050n)],
  ['under १,२००', 'INR', upTo(120_000n)],
  ['unter? under 12,50 €', 'EUR', upTo(1250n)],
  ['under 1.250.000', 'IDR', upTo(125_000_000n)],
  ['below 9.99.', 'USD', upTo(999n)],
  ['between 1.500 and 2.500', 'IDR', { kind: 'range', from: 150_000n, to: 250_000n }],
  ['under 1,200', 'EUR', null],
  ['brew it for under 5 minutes', 'INR', null],
])('%j in %s is read as people there write numbers', (message, currency, wish) => {
  expect(priceWish(message, currency)).toEqual(wish)
})
