import { graphql } from '../../generated/operations/index.ts'
import { form } from '../door/form.ts'
import { useShop } from '../door/shop-view.ts'

export const newsletter = form({
  path: '/shop/:subdomain/newsletter',
  operation: graphql(`mutation ShopSubscribe($input: SubscribeInput!) { subscribe(input: $input) }`),
  variables: ({ fields }) => ({ input: { email: fields.email ?? '', source: 'shop' } }),
  title: 'Thank you',
  View() {
    const shop = useShop()
    return (
      <>
        <h1>Thank you</h1>
        <p>You will hear from us when there is something new.</p>
        <p>
          <a class="button" href={shop.base}>
            Back to the shop
          </a>
        </p>
      </>
    )
  },
})
