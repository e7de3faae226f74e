import { Link, useParams } from '@tanstack/react-router'
import { DiscountDocument, type DiscountQuery } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useStore } from '../session/store-context.tsx'
import { DiscountForm } from './discount-form.tsx'
import { DiscountBadge, usesText } from './discount-words.tsx'

type ShownDiscount = NonNullable<DiscountQuery['discount']>

export default function DiscountPage() {
  const { code } = useParams({ strict: false })
  const { session } = useStore()
  const { store } = session
  const isNew = code === undefined
  const query = useData(DiscountDocument, { code: code ?? '' }, { enabled: !isNew })
  const discount = isNew ? null : query.data?.discount
  return (
    <Page
      title={isNew ? 'New discount' : code}
      back={
        <Link to="/s/$store/discounts" params={{ store }}>
          <Icon name="left" /> Discounts
        </Link>
      }
      about={discount && <DiscountBadge discount={discount} />}
      actions={
        discount && (
          <Link
            to="/s/$store/try-out"
            params={{ store }}
            search={{ code: discount.code, from: `discounts/${discount.code}` }}
            className="button"
          >
            Try it out
          </Link>
        )
      }
    >
      {isNew ? (
        <div class="columns">
          <DiscountForm key="new" discount={null} />
        </div>
      ) : (
        <QueryView query={query}>
          {({ discount }) =>
            discount ? (
              <div class="columns">
                <div class="column-main">
                  <DiscountForm key={discount.code} discount={discount} />
                </div>
                <aside class="column-side">
                  <Uses discount={discount} />
                </aside>
              </div>
            ) : (
              <Empty title="There is no such discount" />
            )
          }
        </QueryView>
      )}
    </Page>
  )
}

function Uses({ discount }: { discount: ShownDiscount }) {
  const { formats } = useStore()
  return (
    <section class="card">
      <h2>Uses</h2>
      <p class="figure">{usesText(discount, formats)}</p>
      <p class="quiet">
        Paid orders count. An unpaid order holds a use until it is paid or runs out.
        {discount.perCustomerLimit != null && ' Shoppers are identified by their account or phone.'}
      </p>
      <p class="quiet">Created {formats.dateTime(discount.createdAt)}</p>
      <h2>Deleting</h2>
      <p class="quiet">
        A discount cannot be deleted, because orders count towards its limits. Switch it off: shoppers who enter the
        code then read that it is not valid.
      </p>
    </section>
  )
}
