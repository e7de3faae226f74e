import type { ShopBreakdownFragment } from '../../../generated/operations/graphql.ts'
import { useMoney } from '../views/formats.ts'

interface Props {
  breakdown: ShopBreakdownFragment
  currency: string
  /** Whether it has what delivery costs, which may depend on a place that is not known yet. */
  hasDelivery: boolean
}

/** Every amount is the server's. */
export function Breakdown({ breakdown, currency, hasDelivery }: Props) {
  const money = useMoney()
  const { subtotal, discount, loyaltyDiscount, shipping, tax, gstInclusive, total, loyaltyPointsEarned } = breakdown
  const amount = (value: number) => money(value, currency)
  return (
    <div class="breakdown">
      <dl>
        <Row name="Goods" value={amount(subtotal)} />
        {discount > 0 && <Row name="Discount" value={amount(-discount)} />}
        {loyaltyDiscount > 0 && <Row name="Points" value={amount(-loyaltyDiscount)} />}
        {hasDelivery && <Row name="Delivery and fees" value={shipping === 0 ? 'Free' : amount(shipping)} />}
        {!gstInclusive && tax > 0 && <Row name="Tax" value={amount(tax)} />}
        <div class="total">
          <dt>{hasDelivery ? 'Total' : 'Total without delivery'}</dt>
          <dd>{amount(total)}</dd>
        </div>
      </dl>
      {gstInclusive && <p class="quiet-text">Incl. of all taxes{tax > 0 && ` (${amount(tax)})`}</p>}
      {loyaltyPointsEarned > 0 && (
        <p class="quiet-text">
          You earn {loyaltyPointsEarned} {loyaltyPointsEarned === 1 ? 'point' : 'points'} with this order.
        </p>
      )}
    </div>
  )
}

const Row = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
