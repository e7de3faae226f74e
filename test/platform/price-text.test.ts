import { expect, it } from 'vitest'
import { priceText, shortPriceText } from '../../src/platform/text/price-text.ts'

/** Intl puts a no-break space behind a currency's code. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it.each([
  [149_900n, 'INR', 'en', '₹1,499.00'],
  [246_913_500n, 'INR', 'en', '₹24,69,135.00'],
  [246_913_500n, 'INR', 'en-GB', '₹24,69,135.00'],
  [-246_913_500n, 'INR', 'en', '-₹24,69,135.00'],
  [246_913_500n, 'USD', 'en', '$2,469,135.00'],
  [246_913_500n, 'INR', 'de', '2.469.135,00 ₹'],
  [1_200n, 'JPY', 'en', '¥1,200'],
  [1_250n, 'KWD', 'en', 'KWD 1.250'],
])('%s of %s in %s is %s', (amount, currency, language, text) => {
  expect(plain(priceText(amount, currency, language))).toBe(text)
})

it.each([
  [39_950n, 'INR', '₹399.50'],
  [149_900n, 'INR', '₹1,499'],
  [15_000_000n, 'INR', '₹1,50,000'],
  [1_200n, 'JPY', '¥1,200'],
  [1_250n, 'KWD', 'KWD 1.250'],
  [999n, 'USD', '$9.99'],
  [0n, 'EUR', '€0'],
])('%s of %s is %s in short', (amount, currency, text) => {
  expect(plain(shortPriceText(amount, currency))).toBe(text)
})
