import { z } from 'zod'
import { graphql } from '../../../../generated/operations/index.ts'
import { personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { Alert, Problems } from '../../views/alert.tsx'
import { Field } from '../../views/field.tsx'
import { AccountFrame } from '../account-frame.tsx'

export const password = personalPage({
  path: '/shop/:subdomain/account/password',
  needsCustomer: true,
  query: z.object({ done: z.string().catch('') }),
  operation: graphql(`query ShopPasswordPage($seesCatalogue: Boolean!) {
    me { phone }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  title: () => 'Your password',
  View({ data: { me }, visit }) {
    const shop = useShop()
    return (
      <AccountFrame title="Your password" here="/account/password">
        {visit.query.done && !visit.refusal && (
          <Alert>Your password is changed. You are logged out everywhere else.</Alert>
        )}
        <Problems refusal={visit.refusal} fields={['oldPassword', 'newPassword']} />
        <form class="card-box" method="post" action={shop.at('/account/password')}>
          <Whose phone={me.phone} />
          <Field
            {...{ visit, name: 'oldPassword', label: 'Current password' }}
            type="password"
            autocomplete="current-password"
            maxlength={72}
            required
          />
          <Field
            {...{ visit, name: 'newPassword', label: 'New password' }}
            type="password"
            autocomplete="new-password"
            maxlength={72}
            hint="At least 6 characters. All other devices are logged out."
            required
          />
          <button class="button" type="submit">
            Change the password
          </button>
        </form>
        <form class="card-box" method="post" action={shop.at('/log-out')}>
          <h2>Log out everywhere</h2>
          <p>When you have lost a phone, or were logged in at a computer that others use.</p>
          <button class="button plain" type="submit" name="everywhere" value="1">
            Log out on all devices
          </button>
        </form>
      </AccountFrame>
    )
  },
})

/** So that password managers know whose password it is. */
export const Whose = ({ phone }: { phone: string }) => (
  <input type="text" value={phone} autocomplete="username" readonly hidden />
)
