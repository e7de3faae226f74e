import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { CustomerDocument, type CustomerQuery } from '../../../generated/console/documents.ts'
import type { RequestError } from '../data/request.ts'
import { useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { Empty } from '../parts/empty.tsx'
import { Failure } from '../parts/failure.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { maySee, useMayChange, useStore } from '../session/store-context.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerOrders } from './customer-orders.tsx'
import { CustomerPoints } from './customer-points.tsx'

export type ShownCustomer = NonNullable<CustomerQuery['customer']>

export default function CustomerPage() {
  const { id } = useParams({ from: '/s/$store/customers/$id' })
  const { after } = useSearch({ from: '/s/$store/customers/$id' })
  const { session } = useStore()
  const mayChange = useMayChange('customers')
  const [refusal, setRefusal] = useState<RequestError | null>(null)
  const query = useData(CustomerDocument, { id, after: after ?? null })
  const isMissing = query.error?.code === 'NOT_FOUND'
  const customer = query.data?.customer
  return (
    <Page
      title={customer?.name ?? 'Customer'}
      back={
        <Link to="/s/$store/customers" params={{ store: session.store }}>
          <Icon name="left" /> Customers
        </Link>
      }
      actions={customer && <CustomerActions customer={customer} mayChange={mayChange} onRefused={setRefusal} />}
    >
      {refusal && <Failure error={refusal} />}
      {isMissing ? (
        <Empty title="There is no such customer">
          They may have been erased. Their orders stay in the list of orders.
        </Empty>
      ) : (
        <QueryView query={query}>
          {({ customer }) =>
            customer ? (
              <div class="columns">
                <div class="column-main">
                  {maySee(session, 'orders') && <CustomerOrders customer={customer} />}
                  <CustomerPoints customer={customer} mayChange={mayChange} />
                </div>
                <aside class="column-side">
                  <Figures customer={customer} />
                  <Details customer={customer} />
                </aside>
              </div>
            ) : (
              <Empty title="There is no such customer" />
            )
          }
        </QueryView>
      )}
    </Page>
  )
}

function Figures({ customer }: { customer: ShownCustomer }) {
  const { formats } = useStore()
  return (
    <section class="card">
      <h2>So far</h2>
      <dl class="tiles">
        <div>
          <dt>Spent</dt>
          <dd>{formats.money(customer.totalSpent)}</dd>
        </div>
        <div>
          <dt>Paid orders</dt>
          <dd>{formats.number(customer.paidOrders)}</dd>
        </div>
        <div>
          <dt>Points</dt>
          <dd>{formats.number(customer.points)}</dd>
        </div>
      </dl>
      <p class="quiet">Refunded orders are not counted.</p>
    </section>
  )
}

function Details({ customer }: { customer: ShownCustomer }) {
  const { formats } = useStore()
  const { phone, email, emailConfirmed, address, referralCode, createdAt } = customer
  return (
    <section class="card">
      <h2>Details</h2>
      <p>
        <a href={`tel:${phone}`}>{phone}</a>
      </p>
      {email && (
        <p class="review-by">
          <a href={`mailto:${email}`}>{email}</a>
          {emailConfirmed ? <Badge tone="good">Confirmed</Badge> : <Badge>Not confirmed</Badge>}
        </p>
      )}
      <p class="address" dir="auto">
        {address || <span class="quiet">No address was given.</span>}
      </p>
      <p class="quiet">
        Signed up on {formats.date(createdAt)} · refers friends with <code>{referralCode}</code>
      </p>
    </section>
  )
}
