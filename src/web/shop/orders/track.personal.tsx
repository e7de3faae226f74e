import { z } from 'zod'
import { graphql } from '../../../generated/operations/index.ts'
import { personalPage } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { Problems } from '../views/alert.tsx'
import { Field } from '../views/field.tsx'

export const track = personalPage({
  path: '/shop/:subdomain/track',
  query: z.object({ order: z.string().catch('') }),
  operation: graphql(
    `query ShopTrackPage($seesCatalogue: Boolean!) {
      store { ...ShopStore }
      categories @include(if: $seesCatalogue) { ...ShopCategory }
    }`,
  ),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  title: () => 'Track an order',
  View({ visit }) {
    const shop = useShop()
    return (
      <div class="wide page narrow">
        <h1>Track an order</h1>
        <Problems refusal={visit.refusal} />
        <form class="card-box" method="post" action={shop.at('/track')}>
          <Field
            {...{ visit, name: 'orderNo', label: 'Order number', initial: visit.query.order }}
            hint="It is in the confirmation."
            maxlength={100}
            required
          />
          <Field
            {...{ visit, name: 'phone', label: 'Phone number' }}
            type="tel"
            hint="That of the order, or its last 4 digits."
            autocomplete="tel"
            maxlength={50}
            required
          />
          <button class="button" type="submit">
            Show the order
          </button>
        </form>
      </div>
    )
  },
})
