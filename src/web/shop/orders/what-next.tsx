import type { ComponentChildren } from 'preact'
import type { ShopOrderFragment } from '../../../generated/operations/graphql.ts'
import { useShop } from '../http/shop-view.ts'
import { useDays, useMoney } from '../views/formats.ts'
import { Until } from '../views/moment.tsx'

/** What happens without the buyer, then what is left to do for them. */
export function WhatNext({ order }: { order: ShopOrderFragment }) {
  const shop = useShop()
  return (
    <section class="next" aria-labelledby="next">
      <h2 id="next" class="unseen">
        What happens next
      </h2>
      <Next order={order} />
      <ToPay order={order} />
      <p class="quiet-text no-print">
        Something to ask or to change? <a href={shop.at('/contact')}>Write to us</a>.
      </p>
    </section>
  )
}

function Next({ order }: { order: ShopOrderFragment }): ComponentChildren {
  const days = useDays()
  const { status, delivery, sendsMails } = order
  const isPickup = delivery?.kind === 'PICKUP'
  const notice = (what: string) => (sendsMails ? `We will write when ${what}.` : `This page shows when ${what}.`)
  const expected = delivery?.from && (
    <>
      {isPickup ? 'Expected' : 'It should arrive'} <b>{days(delivery.from, delivery.until)}</b>.
    </>
  )
  switch (status) {
    case 'PENDING':
      return <Pending order={order} notice={notice} />
    case 'CONFIRMED':
      if (delivery?.readyAt) return <p>It waits for you at the place below.</p>
      return (
        <p>
          {isPickup ? `We are getting it ready. ${notice('you can pick it up')}` : notice('it is on its way')}{' '}
          {expected}
        </p>
      )
    case 'SHIPPED':
      return expected && <p>{expected}</p>
    case 'DELIVERED':
      return null
    case 'CANCELLED':
      return <p>Nothing will be sent.</p>
    case 'FAILED':
      return <p>Nothing will be sent. If money has left your account all the same, please tell us.</p>
  }
}

interface PendingProps {
  order: ShopOrderFragment
  notice: (what: string) => string
}

function Pending({ order, notice }: PendingProps): ComponentChildren {
  const { paymentMethod, holdExpiresAt, holdSeconds, createdAt } = order
  if (!holdExpiresAt) return null
  const until = <Until at={holdExpiresAt} since={createdAt} />
  if (paymentMethod)
    return (
      <p>
        We check your order first. {notice('it is confirmed')} The goods are held for you until {until}.
      </p>
    )
  return holdSeconds === 0 ? (
    <p>The time to pay is over: others can buy these goods now.</p>
  ) : (
    <p class="held">The goods are held for you until {until}. The order is confirmed once it is paid.</p>
  )
}

/** Of an order that is paid without the payment provider. */
function ToPay({ order }: { order: ShopOrderFragment }): ComponentChildren {
  const money = useMoney()
  const { paymentMethod, delivery, currency } = order
  if (!paymentMethod || paymentMethod.due === 0) return null
  const { due, onDelivery } = paymentMethod
  const when = delivery?.kind === 'PICKUP' ? 'when you pick it up' : 'on delivery'
  return (
    <p>
      Please pay <b>{money(due, currency)}</b> {onDelivery ? when : 'as described under “Payment”'}.
    </p>
  )
}
