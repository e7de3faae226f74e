import type { ShopAddressFragment } from '../../../../generated/operations/graphql.ts'
import { countryName } from '../../../../shared/countries.ts'

export function Address({ address }: { address: ShopAddressFragment }) {
  const { name, lines, city, region, postalCode, country, phone, isDefault } = address
  const place = [[postalCode, city].filter(Boolean).join(' '), region].filter(Boolean).join(', ')
  return (
    <address>
      <b dir="auto">{name}</b>
      {isDefault && <span class="status plain">Default</span>}
      {[...lines, place, country && countryName(country), phone].map(
        (line) =>
          line && (
            <span class="address-line" dir="auto">
              {line}
            </span>
          ),
      )}
    </address>
  )
}
