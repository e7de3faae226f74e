import { expect, it } from 'vitest'
import { moneyText } from '../../../src/shared/money-text.ts'
import { formatMoney } from '../src/money.ts'

it.each(Intl.supportedValuesOf('currency'))('writes %s as the gateway does', (currency) => {
  for (const language of ['en', 'en-GB', 'de', 'fr', 'hi', 'ar']) {
    for (const amount of [0, -3, 12, 1000.5, 1_234_567.891])
      expect(formatMoney(amount, currency, language)).toBe(moneyText(amount, currency, { language }))
  }
})

it('writes all decimals that can be charged', () => {
  expect(formatMoney(1000.5, 'IDR', 'en')).toBe('Rp\u00a01,000.50')
})
