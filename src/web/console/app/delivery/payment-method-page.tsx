import { Link, useParams } from '@tanstack/react-router'
import { PaymentMethodDocument } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useStore } from '../session/store-context.tsx'
import { PaymentMethodForm } from './payment-method-form.tsx'

export default function PaymentMethodPage() {
  const { code } = useParams({ strict: false })
  const { session } = useStore()
  const { store } = session
  const isNew = code === undefined
  const query = useData(PaymentMethodDocument, { code: code ?? '' }, { enabled: !isNew })
  const shown = query.data?.paymentMethod
  const method = !isNew && shown?.code === code ? shown : null
  return (
    <Page
      title={isNew ? 'New payment method' : (method?.name ?? 'Payment method')}
      back={
        <Link to="/s/$store/payment-methods" params={{ store }}>
          <Icon name="left" /> Payment methods
        </Link>
      }
      about={method && (method.active ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>)}
      actions={
        method && (
          <Link
            to="/s/$store/try-out"
            params={{ store }}
            search={{ payment: method.code, from: `payments/${method.code}` }}
            className="button"
          >
            Try it out
          </Link>
        )
      }
    >
      {isNew ? (
        <div class="columns">
          <PaymentMethodForm key="new" method={null} />
        </div>
      ) : (
        <QueryView query={query}>
          {({ paymentMethod }) =>
            paymentMethod ? (
              <div class="columns">
                <div class="column-main">
                  <PaymentMethodForm key={paymentMethod.code} method={paymentMethod} />
                </div>
                <aside class="column-side">
                  <section class="card">
                    <h2>Deleting</h2>
                    <p class="quiet">
                      A payment method cannot be deleted, because orders are paid by it. Switch it off: it is then no
                      longer offered, and open orders are still paid by it.
                    </p>
                    <p class="quiet">
                      <Link to="/s/$store/orders" params={{ store }} search={{ method: paymentMethod.code }}>
                        Orders with it
                      </Link>
                    </p>
                  </section>
                </aside>
              </div>
            ) : (
              <Empty title="There is no such payment method" />
            )
          }
        </QueryView>
      )}
    </Page>
  )
}
