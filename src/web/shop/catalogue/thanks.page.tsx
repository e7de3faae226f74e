import { graphql } from '../../../generated/operations/index.ts'
import { page } from '../http/page.ts'
import { useShop } from '../http/shop-view.ts'

const words: Readonly<Record<string, string>> = {
  newsletter: 'You will hear from us when there is something new.',
  review: 'Your review will be shown here once the shop has read it.',
  message: 'We have your message, and will answer soon.',
  password:
    'If there is an account with this number and a confirmed email address, a link to choose a new password is on its way there. It works for 30 minutes.',
  'unmailed newsletter': 'The shop has your address, and can write to you when there is something new.',
  'unmailed password': 'This shop sends no mails. Write to us, and we give you a link to choose a new password.',
  goodbye: 'Your account is deleted.',
}

/** After a form that leads nowhere else. */
export const thanks = page({
  path: '/shop/:subdomain/thanks/:what',
  operation: graphql(`query ShopThanksPage($seesCatalogue: Boolean!) {
    store { ...ShopStore }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
  }`),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  head: (_data, { params }, shop) => ({
    title: 'Thank you',
    description: '',
    canonical: shop.at(`/thanks/${encodeURIComponent(params.what)}`),
    isIndexed: false,
  }),
  View({ data: { store }, visit: { params } }) {
    const shop = useShop()
    const unmailed = store?.sendsMails ? undefined : words[`unmailed ${params.what}`]
    return (
      <div class="wide message">
        <h1>Thank you</h1>
        <p>{unmailed ?? words[params.what] ?? 'That worked.'}</p>
        <p>
          <a class="button" href={shop.home}>
            Back to the shop
          </a>
        </p>
      </div>
    )
  },
})
