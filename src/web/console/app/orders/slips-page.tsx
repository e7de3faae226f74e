import { useQueries } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import {
  type SlipFragment,
  SlipStoreDocument,
  type SlipStoreQuery,
  SlipsDocument,
} from '../../../../generated/console/documents.ts'
import { request } from '../data/request.ts'
import { useData } from '../data/use-data.ts'
import { Empty } from '../parts/empty.tsx'
import { Failure } from '../parts/failure.tsx'
import { countOf, words } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { useStore } from '../session/store-context.tsx'
import { daysText, placeText } from './order-delivery.tsx'

/** Of one request; all that are asked for are printed. */
const AT_ONCE = 100

/** Packing slips, a sheet of paper each: what to pack, how and where to send it, and what to collect. */
export default function SlipsPage() {
  const { orders = '' } = useSearch({ from: '/s/$store/slips' })
  const { session } = useStore()
  const numbers = [...new Set(orders.split(',').filter(Boolean))]
  const pages = Array.from({ length: Math.ceil(numbers.length / AT_ONCE) }, (_, page) =>
    numbers.slice(page * AT_ONCE, (page + 1) * AT_ONCE),
  )
  const queries = useQueries({
    queries: pages.map((orderNos) => ({
      queryKey: [session.store, 'Slips', { orderNos }],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request(session.store, SlipsDocument, { orderNos, first: AT_ONCE }, signal),
    })),
  })
  const sender = useData(SlipStoreDocument, {})
  const isLoading = queries.some(({ isPending }) => isPending) || sender.isPending
  const error = queries.find((query) => query.error)?.error
  const found = new Map(
    queries.flatMap(({ data }) => (data?.orders?.nodes ?? []).map((order) => [order.orderNo, order] as const)),
  )
  // In the order in which they were chosen.
  const slips = numbers.flatMap((orderNo) => found.get(orderNo) ?? [])
  const missing = numbers.filter((orderNo) => !found.has(orderNo))
  return (
    <Page
      title="Packing slips"
      back={
        <Link to="/s/$store/orders" params={{ store: session.store }}>
          <Icon name="left" /> Orders
        </Link>
      }
      actions={
        <button
          type="button"
          class="button button-main"
          disabled={isLoading || slips.length === 0}
          onClick={() => print()}
        >
          <Icon name="print" /> {isLoading ? 'Print' : `Print ${countOf(slips.length, 'slip')}`}
        </button>
      }
    >
      {isLoading && <Loading />}
      {error && <Failure error={error} />}
      {!isLoading && !error && slips.length === 0 && <Empty title="None of these orders was found" />}
      {missing.length > 0 && !isLoading && !error && slips.length > 0 && (
        <p class="hint">Not found: {missing.join(', ')}</p>
      )}
      {!isLoading && slips.map((order) => <Slip key={order.id} order={order} sender={sender.data?.store ?? null} />)}
    </Page>
  )
}

function Slip({ order, sender }: { order: SlipFragment; sender: SlipStoreQuery['store'] }) {
  const { formats } = useStore()
  const { delivery } = order
  return (
    <article class="slip">
      <header>
        <Sender sender={sender} />
        <span class="slip-number">
          {order.orderNo} · {formats.date(order.createdAt)}
        </span>
      </header>
      <Warning order={order} />
      <div class="slip-where">
        <p class="address" dir="auto">
          <strong>{order.buyerName}</strong>
          {order.buyerAddress && `\n${order.buyerAddress}`}
          {delivery?.destination && !order.buyerAddressParts && `\n${placeText(delivery.destination)}`}
          {`\n${order.buyerPhone}`}
        </p>
        {delivery && (
          <p class="address" dir="auto">
            <strong>{delivery.name}</strong>
            {delivery.kind === 'PICKUP' && `\nPick-up at ${delivery.pickup?.address ?? ''}`}
            {daysText(delivery) && `\n${daysText(delivery)}`}
            {(delivery.zoneName ?? delivery.zone) && `\nZone: ${delivery.zoneName ?? delivery.zone}`}
          </p>
        )}
      </div>
      <PaidOrNot order={order} />
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

function Sender({ sender }: { sender: SlipStoreQuery['store'] }) {
  const { session } = useStore()
  const logo = sender?.appearance.logo
  const name = sender?.appearance.name ?? sender?.businessName ?? session.business_name
  const reach = [sender?.replyTo ?? sender?.ownerEmail, sender?.storefrontUrl].filter(Boolean).join(' · ')
  return (
    <span class="slip-sender">
      {logo && <img src={logo.url} alt={logo.alt} />}
      <span>
        <strong dir="auto">{name}</strong>
        {reach && <small>{reach}</small>}
      </span>
    </span>
  )
}

/** What must not leave the store. */
function Warning({ order: { status, paymentStatus, paymentMethodName } }: { order: SlipFragment }) {
  if (status === 'CANCELLED' || status === 'FAILED') return <p class="slip-collect">{words(status)}: do not send</p>
  if (paymentStatus === 'REFUNDED') return <p class="slip-collect">Refunded: do not send</p>
  if (status === 'PENDING') {
    return <p class="slip-collect">{paymentMethodName ? 'Not confirmed and not paid' : 'Not paid'}: do not send yet</p>
  }
  return null
}

function PaidOrNot({ order }: { order: SlipFragment }) {
  const { formats } = useStore()
  const { toCollect, currency, paymentMethodName, collected, paymentStatus } = order
  const by = paymentMethodName ? ` (${paymentMethodName})` : ''
  if (toCollect > 0) {
    return (
      <p class="slip-collect">
        Not paid. To collect: {formats.money(toCollect, currency)}
        {by}
        {collected > 0 && `, ${formats.money(collected, currency)} was paid in advance`}
      </p>
    )
  }
  return paymentStatus === 'PAID' ? <p>Paid{by}. Nothing to collect.</p> : null
}
