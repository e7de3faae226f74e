import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { CustomerDocument, type CustomerQuery } from '../../../../generated/console/documents.ts'
import type { RequestError } from '../data/request.ts'
import { useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { Empty } from '../parts/empty.tsx'
import { Failure } from '../parts/failure.tsx'
import { countOf } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { maySee, useMayChange, useStore } from '../session/store-context.tsx'
import { CustomerPoints } from './customer-points.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonDetails, PersonFigures } from './person-cards.tsx'
import { PersonOrders } from './person-orders.tsx'

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
      actions={
        customer && <PersonActions person={customer} account={customer} mayChange={mayChange} onRefused={setRefusal} />
      }
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
                  {maySee(session, 'orders') && (
                    <PersonOrders of={{ customer: customer.id }}>
                      {customer.guestOrders > 0 && <GuestOrders customer={customer} />}
                    </PersonOrders>
                  )}
                  <CustomerPoints customer={customer} mayChange={mayChange} />
                </div>
                <aside class="column-side">
                  <PersonFigures person={customer} other={['Points', customer.points]} />
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

/** Figures and points are of the account alone. */
function GuestOrders({ customer: { phone, guestOrders } }: { customer: ShownCustomer }) {
  const { session } = useStore()
  return (
    <p class="hint">
      <Link to="/s/$store/customers/guests/$phone" params={{ store: session.store, phone }}>
        {countOf(guestOrders, 'order')} without the account
      </Link>{' '}
      {guestOrders === 1 ? 'has' : 'have'} the same phone.
    </p>
  )
}

function Details({ customer }: { customer: ShownCustomer }) {
  const { formats } = useStore()
  const { emailConfirmed, referralCode, createdAt } = customer
  return (
    <PersonDetails
      person={customer}
      emailBadge={emailConfirmed ? <Badge tone="good">Confirmed</Badge> : <Badge>Not confirmed</Badge>}
    >
      Signed up on {formats.date(createdAt)} · refers friends with <code>{referralCode}</code>
    </PersonDetails>
  )
}
