import { graphql } from '../../../generated/operations/index.ts'
import { withCountryCode } from '../../../shared/callable-phone.ts'
import { personalPage } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { Problems } from '../views/alert.tsx'
import { Field } from '../views/field.tsx'
import { SellerDetails } from '../views/seller.tsx'

const FIELDS = ['name', 'email', 'phone', 'message']

/** Also for who has not given the store's password: its owner has to be in reach. */
export const contact = personalPage({
  path: '/shop/:subdomain/contact',
  operation: graphql(`query ShopContactPage($isLoggedIn: Boolean!, $seesCatalogue: Boolean!) {
    store { ...ShopStore }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    me @include(if: $isLoggedIn) { name email phone }
  }`),
  variables: ({ visitor: { isLoggedIn }, seesCatalogue }) => ({ isLoggedIn, seesCatalogue }),
  title: () => 'Contact',
  description: 'Write to the shop, and get an answer by email or by phone.',
  View({ data: { me, store }, visit }) {
    const shop = useShop()
    return (
      <div class="wide page narrow">
        <h1>Write to us</h1>
        <p>
          We answer by email or by phone, whichever you leave.
          {store.chatEnabled && visit.seesCatalogue && (
            <>
              {' '}
              For a quick question, <a href={shop.at('/chat')}>ask our assistant</a>.
            </>
          )}
        </p>
        <Problems refusal={visit.refusal} fields={FIELDS} />
        <form class="card-box" method="post" action={shop.at('/contact')}>
          <Field {...{ visit, name: 'name', label: 'Name', initial: me?.name }} autocomplete="name" maxlength={255} />
          <div class="pair">
            <Field
              {...{ visit, name: 'email', label: 'Email', initial: me?.email }}
              type="email"
              autocomplete="email"
              maxlength={255}
              hint="Or a phone number."
              isSometimesRequired
            />
            <Field
              {...{ visit, name: 'phone', label: 'Phone', initial: me && withCountryCode(me.phone, shop.country) }}
              type="tel"
              autocomplete="tel"
              maxlength={50}
              isSometimesRequired
            />
          </div>
          <Field {...{ visit, name: 'message', label: 'Message' }} rows={6} maxlength={2000} required />
          <button class="button" type="submit">
            Send
          </button>
        </form>
        <SellerDetails />
      </div>
    )
  },
})
