import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isCountry } from '../../shared/countries.ts'
import { plainText, withoutInvisible } from '../../shared/typed-text.ts'
import { MAX_INTEGER } from '../integer.ts'
import {
  currencyExponent,
  fromDecimal,
  fromMainUnits,
  isCurrency,
  MAX_PRICE,
  type Micro,
  payableAmount,
  roundingUnit,
  type Subunits,
  toMainUnits,
} from '../money.ts'
import { composed } from '../passwords.ts'
import { isEmailAddress, isWebAddress, isWithoutUser, subdomainPattern } from '../text/address.ts'
import { safeAddress } from '../text/rich-text.ts'
import { characterCount, isStorableText } from '../text/text.ts'
import { isStorableMoment, momentText } from '../time.ts'

export const fields = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `expected one of the fields ${Object.keys(shape).join(', ')}` : undefined,
  })

/** `max` counts code points. Messages follow a path; those of `labelledText` are full sentences. */
export function text(max: number, min = 0) {
  const expected = min === 0 ? `at most ${max} characters` : `${min} to ${max} characters`
  return z
    .string()
    .refine((value) => characterCount(value) >= min && characterCount(value) <= max, { error: expected, abort: true })
    .refine(isStorableText, { error: 'text without NUL and without halves of surrogate pairs' })
    .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max })
}

export const name = (max: number) =>
  text(max, 1).refine((value) => withoutInvisible(value).trim() !== '', { error: 'more than blanks' })

export const lineName = (max: number) =>
  name(max).refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), {
    error: 'one line, without line breaks and other control characters',
  })

const pattern = (regex: RegExp, expected: string) => z.string().regex(regex, { error: expected })

export const subdomain = pattern(
  subdomainPattern,
  '1 to 63 lower-case letters, digits and hyphens, no hyphen at either end',
)

export const slug = pattern(
  /^(?!.{256})[a-z0-9]+(?:-[a-z0-9]+)*$/,
  '1 to 255 lower-case letters and digits, with single hyphens between them',
)

/** What an owner calls a thing by in links and files. */
export const code = pattern(/^[a-z0-9-]{1,50}$/, '1 to 50 lower-case letters, digits and hyphens')

export const country = z.string().refine(isCountry, { error: 'a country code of ISO 3166-1 like "IN"' })

export const currency = z.string().refine(isCurrency, { error: 'a currency code of ISO 4217 like "INR"' })

export const timeZone = z.string().refine(isTimeZone, { error: 'a time zone of the IANA database like "Asia/Kolkata"' })

/** Language, script and region; what else a tag can say, such as other digits, would not be read everywhere. */
export const locale = text(20)
  .refine((tag) => /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i.test(tag) && isLocale(tag), {
    error: 'a language tag of BCP 47 like "en-IN" or "de-DE"',
  })
  .overwrite((tag) => (isLocale(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? tag) : tag))

export const email = text(255).overwrite(plainText).refine(isEmailAddress, { error: 'an e-mail address' })

const withoutUser = [
  isWithoutUser,
  { error: 'a URL without user name and password, because everybody can see it' },
] as const

/** A web address, or a path of this service such as the demo store's pictures. */
export const picture = text(2048)
  .refine((address) => isWebAddress(address) || isOwnPath(address), {
    error: 'a URL that starts with http:// or https://, or a path of this service like "/pictures/assam.svg"',
  })
  .refine(...withoutUser)

/** Where a link of the owner's leads, as in texts: nothing that could run. */
export const linkAddress = text(2048)
  .refine((address) => safeAddress(address, (path) => path) !== null, {
    error: 'a URL that starts with http://, https://, mailto: or tel:, or a path like "/pages/terms"',
  })
  .refine(...withoutUser)

/** Red, green and blue, as in CSS. */
export const colour = pattern(/^#[0-9a-fA-F]{6}$/, 'a colour like "#8a3b12"')

/** In a URL they are written as `%22` and so on. */
const UNESCAPED = /[\s"<>\\^`{|}]/

/** As browsers write it, but for a slash at the end that was not there. It is also called with what is refused. */
function normalAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const { href } = new URL(address)
  return address.endsWith('/') ? href : href.replace(/\/$/, '')
}

/** Links are made by adding to it, also in texts. */
export const siteAddress = text(1024)
  .refine((address) => isWebAddress(address) && !/[?#]/.test(address) && !UNESCAPED.test(address), {
    error: 'a URL that starts with http:// or https://, without ?, #, blanks, quotes and angle brackets',
  })
  .refine(...withoutUser)
  .overwrite(normalAddress)

export const password = text(72)
  .refine((plain) => characterCount(composed(plain)) >= 6, {
    error: 'a password of at least 6 characters',
    abort: true,
  })
  .refine((plain) => Buffer.byteLength(composed(plain)) <= 72, { error: 'a password of at most 72 bytes' })
  .meta({ minLength: 6 })

export const moment = momentText('a date and time with its zone like "2026-01-31T09:00:00Z"')
  .refine((value) => Date.parse(value) >= 0 && isStorableMoment(new Date(value)), { error: 'a date of 1970 to 9999' })
  .transform((value) => new Date(value))

export const wholeNumber = (min: number) => z.int().min(min).max(MAX_INTEGER)

const MAX_PLACE = 1_000_000

/** The place of something in an order that the owner gives. */
export const place = z.int().min(0).max(MAX_PLACE)

/** Behind things with these places, which may be from before they had a limit; equal places are in order of the codes. */
export const placeBehind = (places: readonly number[], index = 0): number =>
  Math.min(Math.max(-1, ...places) + 1 + index, MAX_PLACE)

export const anyInteger = z.int().min(-MAX_INTEGER).max(MAX_INTEGER)

/** From 0 to `max`, parsed to millionths of `unit`: 18 % (of 100) becomes 180000. */
export const ratio = (max: number, unit: 1 | 100) =>
  z
    .number()
    .min(0)
    .max(max)
    .transform((value, context): Micro => {
      const decimals = unit === 1 ? 6 : 4
      const micro = fromDecimal(value, decimals)
      if (micro !== null) return micro
      context.issues.push({ code: 'custom', message: `at most ${decimals} decimals`, input: value })
      return z.NEVER
    })

/** `payable`: only amounts that payment providers take, see `roundingUnit`. */
type Amounts = 'payable' | 'any'

/** Main units, parsed to subunits. For an unknown currency the result is 0; the bundle is then refused anyway. */
export function money(currencyCode: string | null, amounts: Amounts = 'payable') {
  const main = z.number().min(0)
  if (currencyCode === null) return main.transform((): Subunits => 0n)
  const decimals = currencyExponent(currencyCode)
  const unit = roundingUnit(decimals)
  const maximum = toMainUnits(MAX_PRICE, currencyCode)
  const amountMistake = (amount: Subunits): string | null => {
    if (amount > MAX_PRICE) return `a number of at most ${maximum}`
    return amounts === 'payable' && amount % unit !== 0n ? payableAmount(currencyCode) : null
  }
  return main.transform((value, context): Subunits => {
    const amount = fromMainUnits(value, currencyCode)
    const mistake = amount === null ? `at most ${decimals} decimals (${currencyCode})` : amountMistake(amount)
    if (amount !== null && mistake === null) return amount
    context.issues.push({ code: 'custom', message: mistake ?? '', input: value })
    return z.NEVER
  })
}

function isTimeZone(zone: string): boolean {
  // Intl also accepts offsets like "+05:30", which mean the opposite in PostgreSQL.
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function isLocale(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

/** Two slashes at the start would refer to another host. */
const isOwnPath = (address: string): boolean => /^\/(?![/\\])[\x21-\x7e]*$/.test(address)

const CURRENCIES = 16

/** Building a schema takes milliseconds, so those of the last currencies are cached. See `money` for null. */
export function byCurrency<Schema extends z.ZodType>(
  make: (amount: ReturnType<typeof money>) => Schema,
  amounts: Amounts = 'payable',
) {
  const schemas = new LRUCache<string, Schema>({
    max: CURRENCIES,
    memoMethod: (currency) => make(money(currency || null, amounts)),
  })
  return (currency: string | null): Schema => schemas.memo(currency ?? '')
}
