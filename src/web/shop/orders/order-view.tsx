import type { ShopOrderFragment } from '../../../generated/operations/graphql.ts'
import { productPath } from '../http/addresses.ts'
import { useShop } from '../http/shop-view.ts'
import { useMoney } from '../views/formats.ts'
import { Moment } from '../views/moment.tsx'
import { Payment } from './payment.tsx'
import { headline, Timeline } from './timeline.tsx'
import { WhatNext } from './what-next.tsx'
import { Where } from './where.tsx'

interface Props {
  order: ShopOrderFragment
  /** As this browser has sent it, where the order does not show it in full. */
  address?: string | undefined
}

/** All that a shopper may know of an order. */
export function OrderView({ order, address }: Props) {
  const shop = useShop()
  const { orderNo, createdAt, buyerName } = order
  return (
    <>
      <header class="order-head">
        <p class="brand only-print" dir="auto">
          {shop.name}
        </p>
        <p class="quiet-text">
          Order <b class="order-no">{orderNo}</b> · <Moment at={createdAt} as="moment" /> ·{' '}
          <span dir="auto">{buyerName}</span>
        </p>
        {/* As the REST API writes it, by which the page follows the order. */}
        <h1 id="order-status" data-status={order.status.toLowerCase()}>
          {headline(order)}
        </h1>
        <Timeline order={order} />
        <WhatNext order={order} />
      </header>
      <div class="two-columns">
        <div class="order-parts">
          <section class="card-box" aria-labelledby="order-items">
            <h2 id="order-items">What you ordered</h2>
            <Items order={order} />
          </section>
          <Where {...{ order, address }} />
        </div>
        <div class="order-parts">
          <section class="card-box" aria-labelledby="order-total">
            <h2 id="order-total">Total</h2>
            <Amounts order={order} />
          </section>
          <Payment order={order} />
        </div>
      </div>
    </>
  )
}

function Items({ order: { items, currency } }: { order: ShopOrderFragment }) {
  const money = useMoney()
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
          <span class="quiet-text">
            {qty} × {money(price, currency)}
          </span>
          <b>{money(qty * price, currency)}</b>
        </li>
      ))}
    </ul>
  )
}

function Amounts({ order }: { order: ShopOrderFragment }) {
  const money = useMoney()
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
