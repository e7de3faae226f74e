import { isCurrency } from '../../platform/money.ts'
import { Problem } from '../../platform/problem.ts'
import type { Period } from './buckets.ts'

const FIRST_YEAR = 1970
/** The last bucket ends later, in a year that must still have four digits. */
const LAST_YEAR = 9998

/** @throws Problem BAD_USER_INPUT */
export function checkPeriod({ from, until }: Period): void {
  if (until <= from) throw new Problem('BAD_USER_INPUT', 'until must be after from', { field: 'until' })
  if (from.getUTCFullYear() < FIRST_YEAR) {
    throw new Problem('BAD_USER_INPUT', `from must be in the year ${FIRST_YEAR} or later`, { field: 'from' })
  }
  if (until.getUTCFullYear() > LAST_YEAR) {
    throw new Problem('BAD_USER_INPUT', `until must be in the year ${LAST_YEAR} or earlier`, { field: 'until' })
  }
}

/** What figures are of. Play money and real money are never added up. */
export interface Money {
  currency: string
  playMoney: boolean
}

export interface MoneyArgs {
  currency?: string | null | undefined
  playMoney?: boolean | null | undefined
}

/** @throws Problem BAD_USER_INPUT */
export function moneyOf({ currency, playMoney }: MoneyArgs, store: { currency: string }): Money {
  if (currency != null && !isCurrency(currency)) {
    throw new Problem('BAD_USER_INPUT', 'currency must be an ISO 4217 code, such as INR', { field: 'currency' })
  }
  return { currency: currency ?? store.currency, playMoney: playMoney ?? false }
}
