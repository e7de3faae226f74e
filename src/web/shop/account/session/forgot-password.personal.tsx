import { graphql } from '../../../../generated/operations/index.ts'
import { personalPage } from '../../http/personal/personal-page.ts'
import { useShop } from '../../http/shop-view.ts'
import { Problems } from '../../views/alert.tsx'
import { Field } from '../../views/field.tsx'

export const forgotPasswordPage = personalPage({
  path: '/shop/:subdomain/forgot-password',
  operation: graphql(
    `query ShopForgotPasswordPage($seesCatalogue: Boolean!) {
      store { ...ShopStore }
      categories @include(if: $seesCatalogue) { ...ShopCategory }
    }`,
  ),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  title: () => 'Forgotten password',
  View({ data: { store }, visit }) {
    const shop = useShop()
    if (!store?.sendsMails) return <WithoutMails />
    return (
      <div class="wide page narrow">
        <h1>Forgotten your password?</h1>
        <p>We send you a link to choose a new one, to the email address that you have confirmed.</p>
        <Problems refusal={visit.refusal} fields={['phone']} />
        <form class="card-box" method="post" action={shop.at('/forgot-password')}>
          <Field
            {...{ visit, name: 'phone', label: 'Phone number' }}
            type="tel"
            autocomplete="username"
            maxlength={255}
            required
          />
          <button class="button" type="submit">
            Send the link
          </button>
        </form>
        <p>
          <a href={shop.at('/log-in')}>Back to the log-in</a>
        </p>
      </div>
    )
  },
})

function WithoutMails() {
  const shop = useShop()
  return (
    <div class="wide page narrow">
      <h1>Forgotten your password?</h1>
      <p>
        This shop sends no mails. <a href={shop.at('/contact')}>Write to us</a>: we can give you a link to choose a new
        password.
      </p>
      <p>
        <a href={shop.at('/log-in')}>Back to the log-in</a>
      </p>
    </div>
  )
}
