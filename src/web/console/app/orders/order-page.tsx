import { Link, useParams } from '@tanstack/react-router'
import { OrderDocument } from '../../../../generated/console/documents.ts'
import { digitsOf } from '../../../../shared/typed-text.ts'
import { useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { maySee, useMayChange, useStore } from '../session/store-context.tsx'
import { OrderActions } from './order-actions.tsx'
import { Delivery } from './order-delivery.tsx'
import { OrderHistory, OrderMails } from './order-history.tsx'
import { OrderLines } from './order-lines.tsx'
import { Payments } from './order-payments.tsx'
import { PaymentBadge, type ShownOrder, StatusBadge } from './order-words.tsx'
import { ResolveAttention } from './resolve-attention.tsx'

export default function OrderPage() {
  const { orderNo } = useParams({ from: '/s/$store/orders/$orderNo' })
  const { session } = useStore()
  const mayChange = useMayChange('orders')
  const handlesMoney = useMayChange('money')
  const query = useData(OrderDocument, { orderNo })
  const order = query.data?.order
  return (
    <Page
      title={`Order ${orderNo}`}
      back={
        <Link to="/s/$store/orders" params={{ store: session.store }}>
          <Icon name="left" /> Orders
        </Link>
      }
      about={
        order && (
          <>
            <StatusBadge order={order} /> <PaymentBadge status={order.paymentStatus} />{' '}
            {order.playMoney && <Badge>Test payment</Badge>}
          </>
        )
      }
      actions={order && (mayChange || handlesMoney) && <OrderActions order={order} />}
    >
      <QueryView query={query}>
        {({ order }) =>
          order ? (
            <>
              {order.needsAttention && <ResolveAttention order={order} mayChange={mayChange} />}
              <div class="columns">
                <div class="column-main">
                  <OrderLines order={order} />
                  <OrderHistory order={order} mayChange={mayChange} />
                </div>
                <aside class="column-side">
                  <Buyer order={order} />
                  <Delivery order={order} />
                  <Payments order={order} />
                  <OrderMails mails={order.mails} />
                </aside>
              </div>
            </>
          ) : (
            <Empty title="There is no such order" />
          )
        }
      </QueryView>
    </Page>
  )
}

function Buyer({ order }: { order: ShownOrder }) {
  const { buyerEmail, buyerPhone, buyerNotes, erasedAt } = order
  return (
    <section class="card">
      <h2>Buyer</h2>
      {erasedAt ? (
        <p class="quiet">This person’s data were erased.</p>
      ) : (
        <>
          <p>
            <BuyerName order={order} />
          </p>
          <p>
            <a href={`tel:${buyerPhone}`}>{buyerPhone}</a>
          </p>
          {buyerEmail && (
            <p>
              <a href={`mailto:${buyerEmail}`}>{buyerEmail}</a>
            </p>
          )}
          {buyerNotes && (
            <blockquote class="note" dir="auto">
              {buyerNotes}
            </blockquote>
          )}
        </>
      )}
    </section>
  )
}

/** Leads to the customer, with or without an account. A guest without digits in the phone is nobody's. */
function BuyerName({ order: { buyerName, buyerPhone, customerId } }: { order: ShownOrder }) {
  const { session } = useStore()
  const { store } = session
  const name = <bdi>{buyerName}</bdi>
  const phone = digitsOf(buyerPhone)
  if (!maySee(session, 'customers') || (!customerId && phone === '')) return name
  return customerId ? (
    <Link to="/s/$store/customers/$id" params={{ store, id: customerId }}>
      {name}
    </Link>
  ) : (
    <Link to="/s/$store/customers/guests/$phone" params={{ store, phone }}>
      {name}
    </Link>
  )
}
