import { z } from 'zod'
import { graphql } from '../../../../generated/operations/index.ts'
import { personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { Problems } from '../../views/alert.tsx'
import { Field } from '../../views/field.tsx'
import { KnownCustomer, NextField, WishField } from './known-customer.tsx'

const FIELDS = ['phone', 'password']

export const logInPage = personalPage({
  path: '/shop/:subdomain/log-in',
  query: z.object({ next: z.string().catch(''), wish: z.string().catch('') }),
  operation: graphql(`query ShopLogInPage($isLoggedIn: Boolean!, $seesCatalogue: Boolean!) {
    store { ...ShopStore }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    me @include(if: $isLoggedIn) { name }
  }`),
  variables: ({ visitor: { isLoggedIn }, seesCatalogue }) => ({ isLoggedIn, seesCatalogue }),
  title: () => 'Log in',
  View({ data: { me }, visit }) {
    const shop = useShop()
    const next = visit.fields.next ?? visit.query.next
    const wish = visit.fields.wish ?? visit.query.wish
    return (
      <div class="wide page narrow">
        <h1>Log in</h1>
        <KnownCustomer name={me?.name ?? null} />
        <Problems refusal={visit.refusal} fields={FIELDS} />
        <form class="card-box" method="post" action={shop.at('/log-in')}>
          <NextField next={next} />
          <WishField wish={wish} />
          <Field
            {...{ visit, name: 'phone', label: 'Phone number' }}
            type="tel"
            autocomplete="username"
            maxlength={255}
            required
          />
          <Field
            {...{ visit, name: 'password', label: 'Password' }}
            type="password"
            autocomplete="current-password"
            maxlength={72}
            required
          />
          <button class="button" type="submit">
            Log in
          </button>
          <p>
            <a href={shop.at('/forgot-password')}>Forgotten the password?</a>
          </p>
        </form>
        <p>
          New here? <a href={shop.at('/sign-up', { next, wish })}>Create an account</a>
        </p>
      </div>
    )
  },
})
