import { expect, it } from 'vitest'
import { moneyText } from '../../src/shared/money-text.ts'

/** Intl puts a no-break space behind a currency's code. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

it.each([
  [1499, 'INR', 'en', '₹1,499.00'],
  [2_469_135, 'INR', 'en', '₹24,69,135.00'],
  [2_469_135, 'INR', 'en-GB', '₹24,69,135.00'],
  [-2_469_135, 'INR', 'en', '-₹24,69,135.00'],
  [2_469_135, 'USD', 'en', '$2,469,135.00'],
  [2_469_135, 'INR', 'de', '2.469.135,00 ₹'],
  [1200, 'JPY', 'en', '¥1,200'],
  [1.25, 'KWD', 'en', 'KWD 1.250'],
  [1000.5, 'IDR', 'en', 'Rp 1,000.50'],
  [1000.5, 'IDR', 'id', 'Rp 1.000,50'],
  [1000.5, 'HUF', 'en', 'Ft 1,000.50'],
  [1000.5, 'COP', 'en', '$1,000.50'],
])('%s of %s in %s is %s', (amount, currency, language, text) => {
  expect(plain(moneyText(amount, currency, { language }))).toBe(text)
})

it.each([
  [399.5, 'INR', '₹399.50'],
  [1499, 'INR', '₹1,499'],
  [150_000, 'INR', '₹1,50,000'],
  [1200, 'JPY', '¥1,200'],
  [1.25, 'KWD', 'KWD 1.250'],
  [9.99, 'USD', '$9.99'],
  [0, 'EUR', '€0'],
  [1000.5, 'PKR', 'Rs 1,000.50'],
])('%s of %s is %s in short', (amount, currency, text) => {
  expect(plain(moneyText(amount, currency, { isShort: true }))).toBe(text)
})
