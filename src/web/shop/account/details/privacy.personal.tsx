import { graphql } from '../../../../generated/operations/index.ts'
import { personalFile, personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { Problems } from '../../views/alert.tsx'
import { Field } from '../../views/field.tsx'
import { AccountFrame } from '../account-frame.tsx'
import { Whose } from './password.personal.tsx'

export const privacy = personalPage({
  path: '/shop/:subdomain/account/privacy',
  needsCustomer: true,
  operation: graphql(`query ShopPrivacyPage($seesCatalogue: Boolean!) {
    me { phone }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  title: () => 'Your data',
  View({ data: { me }, visit }) {
    const shop = useShop()
    return (
      <AccountFrame title="Your data" here="/account/privacy">
        <Problems refusal={visit.refusal} fields={['password']} />
        <section class="card-box" aria-labelledby="data-title">
          <h2 id="data-title">What we know about you</h2>
          <p>
            Your account, addresses, points, orders, wishlist, carts and reviews, in one file that programs can read
            (JSON).
          </p>
          <p>
            <a class="button plain" href={shop.at('/account/data')} download>
              Download your data
            </a>
          </p>
        </section>
        <form class="card-box" method="post" action={shop.at('/account/delete')}>
          <h2>Delete the account</h2>
          <p>
            Your name, number, addresses, points and wishlist are deleted for good. Orders and reviews stay without your
            name, as accounting rules require. An order that is paid but not yet sent has to arrive first.
          </p>
          <Whose phone={me.phone} />
          <Field
            {...{ visit, name: 'password', label: 'Your password' }}
            type="password"
            autocomplete="current-password"
            maxlength={72}
            required
          />
          <button class="button danger" type="submit">
            Delete the account for good
          </button>
        </form>
      </AccountFrame>
    )
  },
})

export const myData = personalFile({
  path: '/shop/:subdomain/account/data',
  needsCustomer: true,
  operation: graphql(`query ShopMyData { myData }`),
  variables: () => ({}),
  file: ({ myData }) => ({
    name: 'my-data.json',
    type: 'application/json; charset=utf-8',
    text: `${JSON.stringify(myData, null, 2)}\n`,
  }),
})
