interface Place {
  /** BCP 47; null where the owner has named none. */
  locale: string | null
  /** ISO 3166-1. */
  businessAddressCountry: string | null
}

/** How a store's amounts and dates are written, as a BCP 47 tag. Undefined: as its currency decides. */
export const localeOf = ({ locale }: Pick<Place, 'locale'>): string | undefined => locale ?? undefined

/** Where people write numbers as the store does, ISO 3166-1: of its locale, else of the business, else as given. */
export function countryOfNumbers({ locale, businessAddressCountry }: Place, country: string | null): string | null {
  const region = locale === null ? undefined : new Intl.Locale(locale).maximize().region
  return (region !== undefined && /^[A-Z]{2}$/.test(region) ? region : businessAddressCountry) ?? country
}
