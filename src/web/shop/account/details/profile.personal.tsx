import { z } from 'zod'
import { graphql } from '../../../../generated/operations/index.ts'
import { personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { Alert, Problems } from '../../views/alert.tsx'
import { Field } from '../../views/field.tsx'
import { AccountFrame } from '../account-frame.tsx'

const FIELDS = ['name', 'email', 'address']

const done: Readonly<Record<string, string>> = {
  saved: 'Your profile is saved.',
  sent: 'The mail is on its way. Follow the link in it.',
}

export const profile = personalPage({
  path: '/shop/:subdomain/account/profile',
  needsCustomer: true,
  query: z.object({ done: z.string().catch('') }),
  operation: graphql(`query ShopProfilePage($seesCatalogue: Boolean!) {
    me { name phone email emailConfirmed address }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  title: () => 'Your profile',
  View({ data: { me, store }, visit }) {
    const shop = useShop()
    const said = visit.refusal ? undefined : done[visit.query.done]
    return (
      <AccountFrame title="Your profile" here="/account/profile">
        {said && <Alert>{said}</Alert>}
        <Problems refusal={visit.refusal} fields={FIELDS} />
        {me.email !== null && !me.emailConfirmed && store?.sendsMails && <Unconfirmed email={me.email} />}
        <form class="card-box" method="post" action={shop.at('/account/profile')}>
          <p>
            You log in with <b>{me.phone}</b>.
          </p>
          <Field
            {...{ visit, name: 'name', label: 'Name', initial: me.name }}
            autocomplete="name"
            maxlength={255}
            required
          />
          <Field
            {...{ visit, name: 'email', label: 'Email', initial: me.email }}
            type="email"
            autocomplete="email"
            maxlength={255}
            hint={hintOf(me.emailConfirmed, store?.sendsMails === true)}
          />
          <Field
            {...{ visit, name: 'address', label: 'Postal address', initial: me.address }}
            autocomplete="street-address"
            rows={3}
            maxlength={1000}
          />
          <button class="button" type="submit">
            Save
          </button>
        </form>
      </AccountFrame>
    )
  },
})

function hintOf(isConfirmed: boolean, sendsMails: boolean): string {
  if (isConfirmed) return 'Confirmed.'
  return sendsMails ? 'For order confirmations, and for a new password.' : 'For questions about your orders.'
}

function Unconfirmed({ email }: { email: string }) {
  const shop = useShop()
  return (
    <form class="alert" method="post" action={shop.at('/account/email')}>
      <p>
        You have not confirmed <b dir="auto">{email}</b> yet. Follow the link that we have sent there: without it, we
        cannot help when you forget your password.
      </p>
      <input type="hidden" name="email" value={email} />
      <button class="link-button" type="submit">
        Send the link again
      </button>
    </form>
  )
}
