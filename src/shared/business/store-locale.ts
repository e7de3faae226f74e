interface Place {
  /** BCP 47; null where the owner has named none. */
  locale: string | null
  /** ISO 3166-1. */
  businessAddressCountry: string | null
  /** ISO 4217. */
  currency: string
}

/**
 * How a store's amounts and dates are written, as a BCP 47 tag: in English of the country of the business where no
 * locale is named, since the pages are English. Undefined: as the currency decides, which is also the case for rupees.
 */
export function localeOf({ locale, businessAddressCountry: country, currency }: Place): string | undefined {
  if (locale !== null) return locale
  return country === null || currency === 'INR' ? undefined : `en-${country}`
}

/** Where people write numbers as the store does, ISO 3166-1: of its locale, else of the business, else as given. */
export function countryOfNumbers({ locale, businessAddressCountry }: Place, country: string | null): string | null {
  const region = locale === null ? undefined : new Intl.Locale(locale).maximize().region
  return (region !== undefined && /^[A-Z]{2}$/.test(region) ? region : businessAddressCountry) ?? country
}
