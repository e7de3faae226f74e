import { z } from 'zod'
import { currencyExponent, fromMainUnits, payableAmount, roundingUnit } from '../money.ts'
import { Problem } from '../problem.ts'

/** An owner's own text for something that is to happen once. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, { error: 'idempotencyKey must be 1 to 255 characters of ASCII without spaces' })

/**
 * Subunits of an amount in main units.
 * @throws Problem BAD_USER_INPUT for too many decimals of the currency, or of payment providers
 */
export function subunitsOf(amount: number, currency: string): bigint {
  const subunits = fromMainUnits(amount, currency)
  const exponent = currencyExponent(currency)
  if (subunits === null) {
    throw new Problem('BAD_USER_INPUT', `amount must have at most ${exponent} decimals (${currency})`, {
      field: 'amount',
    })
  }
  if (subunits % roundingUnit(exponent) === 0n) return subunits
  throw new Problem('BAD_USER_INPUT', `amount must be ${payableAmount(currency)}`, { field: 'amount' })
}
