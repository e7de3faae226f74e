import type { Address } from './addresses.ts'

/** The address in one line, as orders keep it. */
export const addressLabel = ({
  name,
  lines,
  city,
  region,
  postalCode,
  country,
  phone,
}: Omit<Address, 'id' | 'isDefault'>): string =>
  [name, ...lines, city, region, postalCode, country, phone].filter((part) => part !== null).join(', ')
