import { moneyText } from '../../../shared/money-text.ts'

/** Whole amounts have no decimals. @param amount in main currency units @param language of the store */
export const money = (amount: number, currency: string, language?: string): string =>
  moneyText(amount, currency, { isShort: true, language })
