import { z } from 'zod'
import { graphql } from '../../../../generated/operations/index.ts'
import { personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { Problems } from '../../views/alert.tsx'
import { Field } from '../../views/field.tsx'
import { KnownCustomer, NextField, WishField } from './known-customer.tsx'

const FIELDS = ['name', 'phone', 'email', 'password', 'refCode']

export const signUpPage = personalPage({
  path: '/shop/:subdomain/sign-up',
  query: z.object({ next: z.string().catch(''), wish: z.string().catch(''), ref: z.string().catch('') }),
  operation: graphql(`query ShopSignUpPage($isLoggedIn: Boolean!, $seesCatalogue: Boolean!) {
    store { ...ShopStore loyalty { enabled } }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    me @include(if: $isLoggedIn) { name }
  }`),
  variables: ({ visitor: { isLoggedIn }, seesCatalogue }) => ({ isLoggedIn, seesCatalogue }),
  title: () => 'Create an account',
  View({ data: { me, store }, visit }) {
    const shop = useShop()
    const next = visit.fields.next ?? visit.query.next
    const wish = visit.fields.wish ?? visit.query.wish
    return (
      <div class="wide page narrow">
        <h1>Create an account</h1>
        <KnownCustomer name={me?.name ?? null} />
        <Problems refusal={visit.refusal} fields={FIELDS} />
        <form class="card-box" method="post" action={shop.at('/sign-up')}>
          <NextField next={next} />
          <WishField wish={wish} />
          <Field {...{ visit, name: 'name', label: 'Name' }} autocomplete="name" maxlength={255} required />
          <Field
            {...{ visit, name: 'phone', label: 'Phone number' }}
            type="tel"
            autocomplete="username"
            maxlength={255}
            hint="You log in with it."
            required
          />
          <Field
            {...{ visit, name: 'email', label: 'Email' }}
            type="email"
            autocomplete="email"
            maxlength={255}
            hint="For order confirmations, and for a new password if you forget yours."
          />
          <Field
            {...{ visit, name: 'password', label: 'Password' }}
            type="password"
            autocomplete="new-password"
            maxlength={72}
            hint="At least 6 characters."
            required
          />
          {(store.loyalty.enabled || visit.query.ref !== '') && (
            <Field
              {...{ visit, name: 'refCode', label: 'Referral code', initial: visit.query.ref }}
              autocomplete="off"
              maxlength={255}
              hint="From a friend who buys here."
            />
          )}
          <button class="button" type="submit">
            Create the account
          </button>
        </form>
        <p>
          Have an account already? <a href={shop.at('/log-in', { next, wish })}>Log in</a>
        </p>
      </div>
    )
  },
})
