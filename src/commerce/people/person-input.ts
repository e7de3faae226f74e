import { labelledText } from '../../platform/input/labelled-text.ts'
import { composed, fits, PASSWORD_TOO_LONG } from '../../platform/passwords.ts'
import { Problem } from '../../platform/problem.ts'
import { isEmailAddress } from '../../platform/text/address.ts'
import { characterCount, isStorableText } from '../../platform/text/text.ts'
import { plainText } from '../../shared/typed-text.ts'
import { isCommonPassword } from './common-passwords.ts'

const SHORTEST_PASSWORD = 8

/** Not blank. */
export const oneLine = (label: string, max: number) =>
  labelledText({ label, min: 1, max, trim: true }).refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), {
    error: `${label} must be one line`,
  })

/** In small letters, as emails of persons are compared. */
export const personEmail = labelledText({
  label: 'Email',
  max: 255,
  trim: true,
  normalize: (written) => plainText(written).toLowerCase(),
}).refine(isEmailAddress, { error: 'Email must be an email address' })

export const personName = oneLine('Name', 100)

/** Neither trimmed nor looked at: `checkPassword` does that, where it is a new one. */
export const givenPassword = labelledText({ label: 'Password', max: 1_000 })

type Forbidden = Readonly<Record<string, readonly string[]>>

/**
 * Of a new password.
 * @param forbidden in words, such as 'your email': texts that it must not be
 * @throws Problem BAD_USER_INPUT
 */
export function checkPassword(written: string, forbidden: Forbidden): void {
  const mistake = mistakeIn(composed(written), forbidden)
  if (mistake !== null) throw new Problem('BAD_USER_INPUT', mistake, { reason: 'WEAK_PASSWORD', field: 'password' })
}

function mistakeIn(password: string, forbidden: Forbidden): string | null {
  if (characterCount(password) < SHORTEST_PASSWORD) return `Password must be at least ${SHORTEST_PASSWORD} characters`
  if (!fits(password)) return PASSWORD_TOO_LONG
  if (!isStorableText(password)) return 'Password contains characters that cannot be stored'
  if (isCommonPassword(password)) return 'This password is one of the 10,000 most common. Choose another.'
  const comparable = (text: string) => composed(text).trim().toLowerCase()
  const [same] =
    Object.entries(forbidden).find(([, texts]) => texts.some((text) => comparable(text) === comparable(password))) ?? []
  return same === undefined ? null : `The password must not be ${same}.`
}
