import { useQueries } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { OrderDocument } from '../../../generated/console/documents.ts'
import { request } from '../data/request.ts'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icons.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { useStore } from '../session/store-context.tsx'
import type { ShownOrder } from './order-page.tsx'

const MOST = 50

/** Packing slips, a sheet of paper each: what to pack and where to send it, without prices. */
export default function SlipsPage() {
  const { orders = '' } = useSearch({ from: '/s/$store/slips' })
  const { session } = useStore()
  const numbers = orders.split(',').filter(Boolean).slice(0, MOST)
  const queries = useQueries({
    queries: numbers.map((orderNo) => ({
      queryKey: [session.store, 'Order', { orderNo }],
      queryFn: ({ signal }: { signal: AbortSignal }) => request(session.store, OrderDocument, { orderNo }, signal),
    })),
  })
  const isLoading = queries.some(({ isPending }) => isPending)
  const found = queries.flatMap(({ data }) => (data?.order ? [data.order] : []))
  return (
    <Page
      title="Packing slips"
      back={
        <Link to="/s/$store/orders" params={{ store: session.store }}>
          <Icon name="left" /> Orders
        </Link>
      }
      actions={
        <button type="button" class="button button-main" disabled={isLoading} onClick={() => print()}>
          <Icon name="print" /> Print
        </button>
      }
    >
      {isLoading && <Loading />}
      {!isLoading && found.length === 0 && <Empty title="None of these orders was found" />}
      {found.length < numbers.length && !isLoading && found.length > 0 && (
        <p class="hint">
          Not found: {numbers.filter((orderNo) => !found.some((order) => order.orderNo === orderNo)).join(', ')}
        </p>
      )}
      {found.map((order) => (
        <Slip key={order.id} order={order} />
      ))}
    </Page>
  )
}

function Slip({ order }: { order: ShownOrder }) {
  const { session, formats } = useStore()
  return (
    <article class="slip">
      <header>
        <strong>{session.business_name}</strong>
        <span>
          {order.orderNo} · {formats.date(order.createdAt)}
        </span>
      </header>
      <p class="address" dir="auto">
        <strong>{order.buyerName}</strong>
        {'\n'}
        {order.buyerAddress}
        {'\n'}
        {order.buyerPhone}
      </p>
      {order.toCollect > 0 && <p class="slip-collect">To collect: {formats.money(order.toCollect, order.currency)}</p>}
      <table class="slip-lines">
        <thead>
          <tr>
            <th scope="col">Packed</th>
            <th scope="col">Quantity</th>
            <th scope="col">Item</th>
            <th scope="col">SKU</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item, index) => (
            <tr key={index}>
              <td>☐</td>
              <td>{formats.number(item.qty)}</td>
              <td>
                <bdi>{item.name}</bdi> {item.options.map(({ value }) => value).join(', ')}
              </td>
              <td>{item.sku}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.buyerNotes && (
        <blockquote class="note" dir="auto">
          {order.buyerNotes}
        </blockquote>
      )}
    </article>
  )
}
