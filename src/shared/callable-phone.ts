import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { plainText } from './typed-text.ts'

/** Of the number without the country's code: a phone that somebody has made up. */
const ONE_DIGIT = /^(\d)\1*$/
/** Of any phone of the world (E.164), for a store whose country is not known. */
const ANYWHERE = /^\d{7,15}$/

/**
 * Whether a phone can be called: valid in the country as it is dialled there, or anywhere with its + and country code,
 * and not one digit repeated.
 * @param country ISO 3166-1; null when it is not known
 */
export function isCallable(written: string, country: string | null): boolean {
  const typed = plainText(written).replaceAll('＋', '+').trim()
  const home = country !== null && isSupportedCountry(country) ? country : undefined
  const phone = parsePhoneNumberFromString(typed, { ...(home && { defaultCountry: home }), extract: false })
  if (phone) return phone.isValid() && !ONE_DIGIT.test(phone.nationalNumber)
  if (home !== undefined || typed.startsWith('+')) return false
  const digits = typed.replace(/[\s().\p{Pd}]/gu, '')
  return ANYWHERE.test(digits) && !ONE_DIGIT.test(digits)
}

/** A stored phone, of which the + may be lost, as it can be called from the country. @param country as above */
export const withCountryCode = (phone: string, country: string | null): string =>
  /^\d+$/.test(phone) && !isCallable(phone, country) && isCallable(`+${phone}`, country) ? `+${phone}` : phone
