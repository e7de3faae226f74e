import { moneyText } from './generated/money-text.ts'

/**
 * An amount for people to read, such as ₹24,69,135.00 for `en-IN`, as the gateway writes it in its shop and mails.
 * @param amount in main currency units, as every amount of the gateway but `amount` of a checkout
 * @param currency an ISO 4217 code
 * @param locale a BCP 47 tag; by default the language of the browser or process
 */
export const formatMoney = (amount: number, currency: string, locale?: string): string =>
  moneyText(amount, currency, { language: locale ?? new Intl.NumberFormat().resolvedOptions().locale })
