import { Link } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { OrdersDocument } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { PaymentBadge, StatusBadge } from '../orders/order-words.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useStore } from '../session/store-context.tsx'

const LATEST = 5

interface PersonOrdersProps {
  /** The ID of an account, or the phone of a guest. */
  of: { customer: string } | { guest: string }
  /** Below the list. */
  children?: ComponentChildren
}

/** The latest ones, with the way to all of them. */
export function PersonOrders({ of, children }: PersonOrdersProps) {
  const { session, formats } = useStore()
  const { store } = session
  const query = useData(OrdersDocument, {
    first: LATEST,
    ...('customer' in of ? { customerId: of.customer } : { guestPhone: of.guest }),
  })
  return (
    <section class="card">
      <h2>Orders</h2>
      <QueryView query={query}>
        {({ orders }) =>
          orders && orders.nodes.length > 0 ? (
            <>
              <ul class="person-orders">
                {orders.nodes.map((order) => (
                  <li key={order.id}>
                    <Link to="/s/$store/orders/$orderNo" params={{ store, orderNo: order.orderNo }}>
                      {order.orderNo}
                    </Link>
                    <time class="quiet" dateTime={order.createdAt}>
                      {formats.date(order.createdAt)}
                    </time>
                    <span class="person-badges">
                      <StatusBadge order={order} /> <PaymentBadge status={order.paymentStatus} />
                    </span>
                    <span class="person-total">{formats.money(order.total, order.currency)}</span>
                  </li>
                ))}
              </ul>
              <p>
                <Link to="/s/$store/orders" params={{ store }} search={of}>
                  {orders.totalCount > orders.nodes.length
                    ? `All ${formats.number(orders.totalCount)} orders`
                    : 'Show them in the list of orders'}
                </Link>
              </p>
            </>
          ) : (
            <p class="quiet">No orders yet.</p>
          )
        }
      </QueryView>
      {children}
    </section>
  )
}
