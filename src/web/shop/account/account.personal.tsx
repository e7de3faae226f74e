import { graphql } from '../../../generated/operations/index.ts'
import { personalPage } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { AccountFrame } from './account-frame.tsx'
import { Address } from './addresses/address.tsx'
import { OrderList } from './orders/order-list.tsx'
import { NoOrders } from './orders/orders.personal.tsx'
import { Points, Referral } from './points.tsx'

export const account = personalPage({
  path: '/shop/:subdomain/account',
  needsCustomer: true,
  operation: graphql(`query ShopAccountPage($seesCatalogue: Boolean!) {
    me {
      name phone email emailConfirmed referralCode
      loyalty { enabled points redeemRate earnRate }
      orders(first: 3) { nodes { ...ShopOrderRow } }
      addresses { ...ShopAddress }
    }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  title: () => 'Your account',
  View({ data: { me } }) {
    const shop = useShop()
    const orders = me.orders.nodes
    const address = me.addresses.find(({ isDefault }) => isDefault) ?? me.addresses[0]
    return (
      <AccountFrame
        title={
          <>
            Hello, <span dir="auto">{me.name}</span>
          </>
        }
        here="/account"
      >
        {me.loyalty.enabled && (
          <div class="account-cards">
            <Points loyalty={me.loyalty} />
            <Referral code={me.referralCode} />
          </div>
        )}
        <section class="card-box" aria-labelledby="orders-title">
          <h2 id="orders-title">Latest orders</h2>
          {orders.length > 0 ? <OrderList orders={orders} /> : <NoOrders />}
          {orders.length > 0 && (
            <p>
              <a href={shop.at('/account/orders')}>All orders</a>
            </p>
          )}
        </section>
        <div class="account-cards">
          <section class="card-box" aria-labelledby="profile-title">
            <h2 id="profile-title">Profile</h2>
            <p>
              <b dir="auto">{me.name}</b>
              <span class="address-line">{me.phone}</span>
              {me.email !== null && (
                <span class="address-line" dir="auto">
                  {me.email}
                </span>
              )}
            </p>
            {me.email !== null && !me.emailConfirmed && (
              <p class="line-notice">Your email address is not confirmed yet.</p>
            )}
            <p>
              <a href={shop.at('/account/profile')}>Change the profile</a>
            </p>
          </section>
          <section class="card-box" aria-labelledby="address-title">
            <h2 id="address-title">Address</h2>
            {address ? <Address address={address} /> : <p>You have not saved an address yet.</p>}
            <p>
              {address ? (
                <a href={shop.at('/account/addresses')}>All addresses</a>
              ) : (
                <a href={shop.at('/account/addresses/new')}>Add an address</a>
              )}
            </p>
          </section>
        </div>
      </AccountFrame>
    )
  },
})
