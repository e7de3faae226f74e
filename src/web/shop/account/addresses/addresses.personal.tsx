import type { ShopAddressFragment } from '../../../../generated/operations/graphql.ts'
import { graphql } from '../../../../generated/operations/index.ts'
import { personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { Problems } from '../../views/alert.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { Address } from './address.tsx'

export const addresses = personalPage({
  path: '/shop/:subdomain/account/addresses',
  needsCustomer: true,
  operation: graphql(`query ShopAddressesPage($seesCatalogue: Boolean!) {
    me { addresses { ...ShopAddress } }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  title: () => 'Your addresses',
  View({ data: { me }, visit }) {
    const shop = useShop()
    return (
      <AccountFrame title="Your addresses" here="/account/addresses">
        <Problems refusal={visit.refusal} />
        {me.addresses.length === 0 && <p>You have not saved an address yet. The checkout offers you those you save.</p>}
        <ul class="account-cards">
          {me.addresses.map((address) => (
            <li class="card-box" key={address.id}>
              <Address address={address} />
              <AddressActions address={address} />
            </li>
          ))}
        </ul>
        <p>
          <a class="button" href={shop.at('/account/addresses/new')}>
            Add an address
          </a>
        </p>
      </AccountFrame>
    )
  },
})

function AddressActions({ address: { id, name, isDefault } }: { address: ShopAddressFragment }) {
  const shop = useShop()
  const path = `/account/addresses/${encodeURIComponent(id)}`
  const whose = <span class="unseen"> the address of {name}</span>
  return (
    <div class="actions">
      <a href={shop.at(path)}>Change{whose}</a>
      {!isDefault && (
        <form method="post" action={shop.at(`${path}/default`)}>
          <button class="link-button" type="submit">
            Make default{whose}
          </button>
        </form>
      )}
      <form method="post" action={shop.at(`${path}/delete`)}>
        <button class="link-button" type="submit">
          Delete{whose}
        </button>
      </form>
    </div>
  )
}
