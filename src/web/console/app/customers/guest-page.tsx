import { Link, useParams } from '@tanstack/react-router'
import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { GuestDocument, type GuestQuery } from '../../../../generated/console/documents.ts'
import type { RequestError } from '../data/request.ts'
import { useData } from '../data/use-data.ts'
import { Empty } from '../parts/empty.tsx'
import { Failure } from '../parts/failure.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { maySee, useMayChange, useStore } from '../session/store-context.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonDetails, PersonFigures } from './person-cards.tsx'
import { PersonOrders } from './person-orders.tsx'

type ShownGuest = NonNullable<GuestQuery['guest']>

/** Whoever has ordered without an account, by the phone. */
export default function GuestPage() {
  const { phone } = useParams({ from: '/s/$store/customers/guests/$phone' })
  const { session, formats } = useStore()
  const mayChange = useMayChange('customers')
  const [refusal, setRefusal] = useState<RequestError | null>(null)
  const query = useData(GuestDocument, { phone })
  const guest = query.data?.guest
  return (
    <Page
      title={guest?.name ?? 'Customer'}
      back={
        <Link to="/s/$store/customers" params={{ store: session.store }} search={{ account: 'false' }}>
          <Icon name="left" /> Customers
        </Link>
      }
      about={guest && <span class="quiet">Without an account</span>}
      actions={
        // An account is exported and erased with the orders of its phone.
        guest?.accounts.length === 0 && <PersonActions person={guest} mayChange={mayChange} onRefused={setRefusal} />
      }
    >
      {refusal && <Failure error={refusal} />}
      {query.error?.code === 'NOT_FOUND' ? (
        <Empty title="Nobody has ordered with this phone without an account">
          They may have been erased. Their orders stay in the list of orders.
        </Empty>
      ) : (
        <QueryView query={query}>
          {({ guest }) =>
            guest && (
              <>
                {guest.accounts.length > 0 && <Accounts accounts={guest.accounts} />}
                <div class="columns">
                  <div class="column-main">
                    {maySee(session, 'orders') && <PersonOrders of={{ guest: guest.id }} />}
                  </div>
                  <aside class="column-side">
                    <PersonFigures person={guest} other={['All orders', guest.placedOrders]} />
                    <PersonDetails person={guest}>
                      As given with the latest order · first ordered on {formats.date(guest.firstOrderAt)}
                    </PersonDetails>
                  </aside>
                </div>
              </>
            )
          }
        </QueryView>
      )}
    </Page>
  )
}

function Accounts({ accounts }: Pick<ShownGuest, 'accounts'>) {
  const { session } = useStore()
  return (
    <p class="hint">
      This phone also has an account:{' '}
      {accounts.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link to="/s/$store/customers/$id" params={{ store: session.store, id }}>
            <bdi>{name}</bdi>
          </Link>
        </Fragment>
      ))}
      . Here are the orders without it.
    </p>
  )
}
