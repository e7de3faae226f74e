import type { ShopOrderFragment } from '../../../generated/operations/graphql.ts'
import { useMoney } from '../views/formats.ts'
import { Moment } from '../views/moment.tsx'

const refundWords = { PENDING: 'On its way back', PROCESSED: 'Given back', FAILED: 'Refund that failed' }

/** How it is paid, and what has gone back. */
export function Payment({ order }: { order: ShopOrderFragment }) {
  const money = useMoney()
  const { currency, total, paymentMethod, refunds } = order
  return (
    <section class="card-box" aria-labelledby="order-payment">
      <h2 id="order-payment">Payment</h2>
      <p>
        <b dir="auto">{paymentMethod ? paymentMethod.name : total === 0 ? 'Nothing to pay' : 'Online'}</b>
        {total > 0 && <>: {state(order)}</>}
      </p>
      {paymentMethod && paymentMethod.due > 0 && paymentMethod.instructions && (
        <p class="written" dir="auto">
          {paymentMethod.instructions}
        </p>
      )}
      {refunds.map(({ amount, status, createdAt, ...refund }) => (
        <p>
          {refundWords[status]}: {money(amount, refund.currency)}{' '}
          <small class="quiet-text">
            <Moment at={createdAt} as="moment" />
          </small>
        </p>
      ))}
    </section>
  )

  function state({ status, paymentStatus }: ShopOrderFragment): string {
    if (paymentStatus === 'PAID') return 'paid'
    if (paymentStatus === 'REFUNDED') return 'paid, and given back'
    if (paymentMethod && paymentMethod.due > 0) return `${money(paymentMethod.due, currency)} to pay`
    return status === 'PENDING' ? 'not paid yet' : 'not paid'
  }
}
