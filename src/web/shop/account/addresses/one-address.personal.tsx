import { z } from 'zod'
import type { ShopAddressPageQuery } from '../../../../generated/operations/graphql.ts'
import { graphql } from '../../../../generated/operations/index.ts'
import { withCountryCode } from '../../../../shared/callable-phone.ts'
import { notFound } from '../../http/page.ts'
import { personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { AccountFrame } from '../account-frame.tsx'
import { AddressForm } from './address-form.tsx'

export const newAddress = personalPage({
  path: '/shop/:subdomain/account/addresses/new',
  needsCustomer: true,
  operation: graphql(`query ShopNewAddressPage($seesCatalogue: Boolean!) {
    me { name phone addresses { id } }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  title: () => 'New address',
  View({ data: { me }, visit }) {
    const shop = useShop()
    return (
      <AccountFrame title="New address" here="/account/addresses">
        <AddressForm
          action={shop.at('/account/addresses/new')}
          button="Save the address"
          visit={visit}
          initial={{
            name: me.name,
            phone: withCountryCode(me.phone, shop.country),
            isDefault: me.addresses.length === 0,
          }}
        />
      </AccountFrame>
    )
  },
})

export const oneAddress = personalPage({
  path: '/shop/:subdomain/account/addresses/:id',
  needsCustomer: true,
  query: z.object({ next: z.string().catch('') }),
  operation: graphql(`query ShopAddressPage($seesCatalogue: Boolean!) {
    me { addresses { ...ShopAddress } }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  title(data, { params }) {
    getAddress(data, params.id)
    return 'Change an address'
  },
  View({ data, visit }) {
    const shop = useShop()
    const address = getAddress(data, visit.params.id)
    return (
      <AccountFrame title="Change an address" here="/account/addresses">
        <AddressForm
          action={shop.at(`/account/addresses/${encodeURIComponent(address.id)}`)}
          button="Save the address"
          visit={visit}
          initial={address}
          next={visit.fields.next ?? visit.query.next}
        />
      </AccountFrame>
    )
  },
})

/** @throws Problem NOT_FOUND */
function getAddress({ me }: Pick<ShopAddressPageQuery, 'me'>, id: string) {
  const address = me?.addresses.find((one) => one.id === id)
  if (!address) throw notFound()
  return address
}
