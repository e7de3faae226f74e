import type { ShopOrderRowFragment } from '../../../../generated/operations/graphql.ts'
import { graphql } from '../../../../generated/operations/index.ts'
import { useShop } from '../../http/shop-view.ts'
import { useMoney } from '../../views/formats.ts'
import { Moment } from '../../views/moment.tsx'

graphql(`fragment ShopOrderRow on Order {
  orderNo status createdAt currency total items { name qty } paymentMethod { name }
}`)

interface Props {
  orders: readonly ShopOrderRowFragment[]
  /** Of the page of the list that they are on; empty for the first. */
  after?: string
}

export function OrderList({ orders, after = '' }: Props) {
  const money = useMoney()
  const shop = useShop()
  return (
    <ul class="order-list">
      {orders.map((order) => {
        const { orderNo, createdAt, currency, total, items } = order
        return (
          <li key={orderNo}>
            <a class="order-row" href={shop.at(`/account/orders/${encodeURIComponent(orderNo)}`, { after })}>
              <span>
                <b>{orderNo}</b>
                <small class="quiet-text">
                  <Moment at={createdAt} as="day" />
                </small>
              </span>
              <span class="order-names" dir="auto">
                {items.map(({ name, qty }) => (qty > 1 ? `${qty} × ${name}` : name)).join(', ')}
              </span>
              <Status order={order} />
              <b class="order-sum">{money(total, currency)}</b>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

type Tone = 'good' | 'bad' | 'plain'

function Status({ order: { status, paymentMethod } }: { order: ShopOrderRowFragment }) {
  const words: Record<typeof status, [string, Tone]> = {
    PENDING: paymentMethod ? ['Placed', 'plain'] : ['Not paid yet', 'plain'],
    CONFIRMED: ['Confirmed', 'good'],
    SHIPPED: ['On its way', 'good'],
    DELIVERED: ['Delivered', 'good'],
    CANCELLED: ['Cancelled', 'bad'],
    FAILED: ['Not paid', 'bad'],
  }
  const [word, tone] = words[status]
  return <span class={`status ${tone}`}>{word}</span>
}
