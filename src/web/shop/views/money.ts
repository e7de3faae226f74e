import { moneyText } from '../../../shared/money-text.ts'

/** Whole amounts have no decimals. @param amount in main currency units */
export const money = (amount: number, currency: string): string => moneyText(amount, currency, { isShort: true })
