import { Link } from '@tanstack/react-router'
import { countOf } from '../parts/formats.ts'
import { maySee, useStore } from '../session/store-context.tsx'
import type { ShownOrder } from './order-words.tsx'

/** What was bought and how the total came about. */
export function OrderLines({ order }: { order: ShownOrder }) {
  const { session, formats } = useStore()
  const { currency } = order
  const money = (amount: number) => formats.money(amount, currency)
  const sums: [string, string][] = [['Subtotal', money(order.subtotal)]]
  if (order.discountAmount > 0) {
    sums.push([order.discountCode ? `Discount ${order.discountCode}` : 'Discount', `−${money(order.discountAmount)}`])
  }
  if (order.loyaltyDiscount > 0) {
    sums.push([`Points (${formats.number(order.pointsUsed)})`, `−${money(order.loyaltyDiscount)}`])
  }
  sums.push(['Delivery and fees', money(order.shippingFee)])
  if (order.tax > 0) sums.push([order.taxInclusive ? 'Tax, included' : 'Tax', money(order.tax)])
  return (
    <section class="card">
      <h2>Items</h2>
      <ul>
        {order.items.map((item, index) => (
          <li key={index} class="line">
            <span class="line-qty">{formats.number(item.qty)} ×</span>
            <span class="line-name">
              {maySee(session, 'catalogue') ? (
                <Link to="/s/$store/products/$id" params={{ store: session.store, id: item.productId }}>
                  <bdi>{item.name}</bdi>
                </Link>
              ) : (
                <bdi>{item.name}</bdi>
              )}
              <span class="quiet">
                {[...item.options.map(({ value }) => value), item.sku].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span class="line-price">{money(item.price * item.qty)}</span>
          </li>
        ))}
      </ul>
      <dl class="sums">
        {sums.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div class="sums-total">
          <dt>Total</dt>
          <dd>{money(order.total)}</dd>
        </div>
        {order.refundedAmount > 0 && (
          <div>
            <dt>Refunded</dt>
            <dd>−{money(order.refundedAmount)}</dd>
          </div>
        )}
      </dl>
      {order.notices.length > 0 && (
        <p class="quiet">
          At checkout the buyer was told:{' '}
          <span dir="auto">{order.notices.map(({ message }) => message).join(' ')}</span>
        </p>
      )}
      <Earned order={order} />
    </section>
  )
}

/** Points are earned by the payment, which an order on delivery still waits for. */
function Earned({ order: { pointsEarned, status, paymentStatus } }: { order: ShownOrder }) {
  const points = countOf(pointsEarned, 'point')
  const isOver = status === 'CANCELLED' || status === 'FAILED'
  if (pointsEarned === 0) return null
  if (paymentStatus === 'PAID') return <p class="quiet">The buyer earned {points}.</p>
  return paymentStatus === 'PENDING' && !isOver ? (
    <p class="quiet">The buyer will earn {points} when the order is paid.</p>
  ) : null
}
