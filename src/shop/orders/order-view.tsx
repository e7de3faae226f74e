import type { ShopOrderFragment } from '../../generated/operations/graphql.ts'
import { days } from '../checkout/days.ts'
import { productPath } from '../door/addresses.ts'
import { useShop } from '../door/shop-view.ts'
import { money } from '../views/money.ts'
import { headline, Timeline } from './timeline.tsx'

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** All that a shopper may know of an order. */
export function OrderView({ order }: { order: ShopOrderFragment }) {
  const { orderNo, createdAt, buyerName, currency, delivery, paymentMethod, refunds } = order
  return (
    <>
      <header class="order-head">
        <p class="quiet-text">
          Order <b class="order-no">{orderNo}</b> ·{' '}
          <time datetime={createdAt}>{dates.format(new Date(createdAt))} UTC</time> ·{' '}
          <span dir="auto">{buyerName}</span>
        </p>
        {/* As the REST API writes it, by which the page follows the order. */}
        <h1 id="order-status" data-status={order.status.toLowerCase()}>
          {headline(order)}
        </h1>
        <Timeline order={order} />
      </header>
      <div class="two-columns">
        <section class="card-box" aria-labelledby="order-items">
          <h2 id="order-items">What you ordered</h2>
          <Items order={order} />
        </section>
        <section class="card-box" aria-labelledby="order-total">
          <h2 id="order-total">Total</h2>
          <Amounts order={order} />
          {paymentMethod && paymentMethod.due > 0 && order.status !== 'CANCELLED' && order.status !== 'FAILED' && (
            <p class="alert">
              <b dir="auto">{paymentMethod.name}</b>: {money(paymentMethod.due, currency)} to pay.{' '}
              <span dir="auto">{paymentMethod.instructions}</span>
            </p>
          )}
          {delivery && (
            <p>
              <b dir="auto">{delivery.name}</b>
              {delivery.from && <>: {days(delivery.from, delivery.until)}</>}
              {delivery.pickup && (
                <small class="quiet-text" dir="auto">
                  {' '}
                  {delivery.pickup.address}
                  {delivery.pickup.hours && <>, {delivery.pickup.hours}</>}
                </small>
              )}
            </p>
          )}
          {refunds.map(({ amount, currency, status, createdAt }) => (
            <p>
              {status === 'PROCESSED' ? 'Given back' : status === 'FAILED' ? 'Refund that failed' : 'On its way back'}:{' '}
              {money(amount, currency)} <small class="quiet-text">{dates.format(new Date(createdAt))} UTC</small>
            </p>
          ))}
        </section>
      </div>
    </>
  )
}

function Items({ order: { items, currency } }: { order: ShopOrderFragment }) {
  const shop = useShop()
  return (
    <ul class="bought">
      {items.map(({ productId, name, options, qty, price }) => (
        <li>
          <span>
            <a href={shop.at(productPath(productId))} dir="auto">
              {name}
            </a>
            {options.length > 0 && (
              <small class="quiet-text" dir="auto">
                {options.map(({ value }) => value).join(', ')}
              </small>
            )}
          </span>
          <span>{qty} ×</span>
          <b>{money(price, currency)}</b>
        </li>
      ))}
    </ul>
  )
}

function Amounts({ order }: { order: ShopOrderFragment }) {
  const { subtotal, discountAmount, loyaltyDiscount, shippingFee, tax, gstInclusive, total, refundedAmount } = order
  const amount = (value: number) => money(value, order.currency)
  const rows: [string, string][] = [
    ['Goods', amount(subtotal)],
    ...(discountAmount > 0 ? [['Discount', amount(-discountAmount)] as [string, string]] : []),
    ...(loyaltyDiscount > 0 ? [['Points', amount(-loyaltyDiscount)] as [string, string]] : []),
    ['Delivery and fees', shippingFee === 0 ? 'Free' : amount(shippingFee)],
    ...(!gstInclusive && tax > 0 ? [['Tax', amount(tax)] as [string, string]] : []),
  ]
  return (
    <div class="breakdown">
      <dl>
        {rows.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div class="total">
          <dt>Total</dt>
          <dd>{amount(total)}</dd>
        </div>
        {refundedAmount > 0 && (
          <div>
            <dt>Given back</dt>
            <dd>{amount(refundedAmount)}</dd>
          </div>
        )}
      </dl>
      {gstInclusive && tax > 0 && <p class="quiet-text">{amount(tax)} of tax included</p>}
    </div>
  )
}
