import { graphql } from '../../../generated/operations/index.ts'
import { personalPage } from '../http/personal/personal-page.ts'
import { useShop } from '../http/shop-view.ts'
import { Problems } from '../views/alert.tsx'
import { Field } from '../views/field.tsx'

/** Where a preview's link leads. Its token stands after `#`, from where a script takes it. */
export const preview = personalPage({
  path: '/shop/:subdomain/preview',
  operation: graphql(`query ShopPreviewPage($seesCatalogue: Boolean!) {
    store { ...ShopStore }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
  }`),
  variables: ({ seesCatalogue }) => ({ seesCatalogue }),
  title: () => 'Preview',
  View({ visit }) {
    const shop = useShop()
    return (
      <div class="wide page narrow">
        <h1>Preview</h1>
        <Problems refusal={visit.refusal} fields={['token']} />
        <form class="card-box" method="post" action={shop.at('/preview')} data-island="preview">
          <Field
            {...{ visit: { ...visit, fields: {} }, name: 'token', label: 'Code of the link' }}
            hint="What stands after # in the link."
            autocomplete="off"
            maxlength={100}
            required
          />
          <button class="button" type="submit">
            Look at the shop
          </button>
        </form>
      </div>
    )
  },
})
