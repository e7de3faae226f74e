import { Link, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'preact/hooks'
import { type OrderRowFragment, OrdersDocument } from '../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { type Columns, columnsOf, DataTable, type Selected } from '../parts/data-table.tsx'
import { Empty, NothingMatches } from '../parts/empty.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { ChoiceFilter, DayFilter, Filters, SearchFilter } from '../parts/filters.tsx'
import { countOf, type Formats } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { startOfTypedDay } from '../parts/zoned-time.ts'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { orderStatuses, PaymentBadge, paymentStatuses, StatusBadge } from './order-words.tsx'
import { ShipSeveral } from './ship-several.tsx'

const PAGE = 100

type OrdersSearch = ReturnType<typeof useOrdersSearch>

const useOrdersSearch = () => useSearch({ from: '/s/$store/orders' })

export default function OrdersPage() {
  const search = useOrdersSearch()
  const { session, formats } = useStore()
  const mayChange = useMayChange('orders')
  const [selected, setSelected] = useState<Selected>({})
  const forget = (ids: readonly string[]) =>
    setSelected((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !ids.includes(id))))
  const columns = useMemo(() => columnsIn(formats, session.store), [formats, session.store])
  const variables = variablesOf(search, formats.timeZone)
  const query = useData(OrdersDocument, { first: PAGE, ...variables })
  return (
    <Page title="Orders" actions={<ExportButton of="orders" filters={variables} />}>
      <Views search={search} />
      <Filters>
        <SearchFilter value={search.q} label="Search by number, name, phone or email" />
        <ChoiceFilter name="status" label="Status" value={search.status} options={orderStatuses} all="Any status" />
        <ChoiceFilter
          name="payment"
          label="Payment"
          value={search.payment}
          options={paymentStatuses}
          all="Any payment"
        />
        <Dates search={search} />
      </Filters>
      {search.customer && <OfOneCustomer />}
      <QueryView query={query}>
        {({ orders }) => {
          const rows = orders?.nodes ?? []
          const chosen = rows.filter(({ id }) => selected[id])
          return (
            <>
              {chosen.length > 0 && (
                <div class="selection" role="status">
                  <span>{countOf(chosen.length, 'order')} chosen</span>
                  {mayChange && <ShipSeveral orders={chosen} onDone={forget} />}
                  <Link
                    to="/s/$store/slips"
                    params={{ store: session.store }}
                    search={{ orders: chosen.map(({ orderNo }) => orderNo).join(',') }}
                    className="button"
                  >
                    <Icon name="print" /> Print packing slips
                  </Link>
                  <button type="button" class="button" onClick={() => setSelected({})}>
                    Choose none
                  </button>
                </div>
              )}
              <DataTable
                label="Orders"
                columns={columns}
                rows={rows}
                idOf={({ id }) => id}
                nameOf={({ orderNo }) => `order ${orderNo}`}
                selected={selected}
                onSelect={setSelected}
                empty={<NoOrders isFiltered={Object.keys(search).length > 0} />}
              />
              <Pager of="orders" page={orders} />
            </>
          )
        }}
      </QueryView>
    </Page>
  )
}

/** Stays open while a date is typed, which is none until it is whole. */
function Dates({ search: { from, until } }: { search: OrdersSearch }) {
  const [isOpen, setOpen] = useState(from !== undefined || until !== undefined)
  return (
    <details class="filter-more" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Dates</summary>
      <DayFilter name="from" label="Placed from" value={from} />
      <DayFilter name="until" label="Placed until" value={until} />
    </details>
  )
}

/** The lists that are asked for every day. Each is an address, so any other choice can be a bookmark as well. */
const views: readonly (readonly [string, OrdersSearch])[] = [
  ['All', {}],
  ['To ship', { status: 'CONFIRMED' }],
  ['Needs attention', { attention: 'true' }],
  ['To collect', { collect: 'true' }],
  ['Not paid', { status: 'PENDING' }],
]

function Views({ search }: { search: OrdersSearch }) {
  const { session } = useStore()
  const { after: _, ...chosen } = search
  return (
    <nav class="tabs" aria-label="Views">
      {views.map(([name, view]) => (
        <Link
          key={name}
          to="/s/$store/orders"
          params={{ store: session.store }}
          search={view}
          className="tab"
          activeOptions={{ exact: true }}
          data-current={isSame(view, chosen) || undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

const isSame = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

function OfOneCustomer() {
  const { session } = useStore()
  return (
    <p class="hint">
      Only orders of one customer.{' '}
      <Link to="/s/$store/orders" params={{ store: session.store }} search={{}}>
        Show all orders
      </Link>
    </p>
  )
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  const { session } = useStore()
  return isFiltered ? (
    <NothingMatches of="order" />
  ) : (
    <Empty title="No orders yet">
      They appear here as soon as somebody buys. <a href={`/shop/${session.store}`}>Try it out in the shop.</a>
    </Empty>
  )
}

/** Days are those of the store's time zone, the last one included. */
function variablesOf(
  { q, status, payment, method, attention, collect, customer, from, until, after }: OrdersSearch,
  timeZone: string,
) {
  return {
    after: after ?? null,
    search: q ?? null,
    status: (orderStatuses.find(([of]) => of === status)?.[0] ?? null) as never,
    paymentStatus: paymentStatuses.find(([of]) => of === payment)?.[0] ?? null,
    paymentMethod: method ?? null,
    needsAttention: attention === 'true' ? true : null,
    toCollect: collect === 'true' ? true : null,
    customerId: customer ?? null,
    placedFrom: startOfTypedDay(from ?? '', timeZone)?.toISOString() ?? null,
    placedUntil: startOfTypedDay(until ?? '', timeZone, 1)?.toISOString() ?? null,
  }
}

function columnsIn(formats: Formats, store: string): Columns<OrderRowFragment> {
  const column = columnsOf<OrderRowFragment>()
  return column.columns([
    column.display({
      id: 'order',
      header: 'Order',
      meta: { isTitle: true },
      cell: ({ row: { original: order } }) => (
        <span class="cell-two">
          <Link to="/s/$store/orders/$orderNo" params={{ store, orderNo: order.orderNo }}>
            {order.orderNo}
          </Link>
          {order.needsAttention && <Badge tone="bad">Attention</Badge>}
          {order.playMoney && <Badge>Test</Badge>}
        </span>
      ),
    }),
    column.display({
      id: 'placed',
      header: 'Placed',
      cell: ({ row: { original: order } }) => (
        <time dateTime={order.createdAt} title={formats.dateTime(order.createdAt)}>
          {formats.ago(order.createdAt)}
        </time>
      ),
    }),
    column.accessor('buyerName', { header: 'Buyer', cell: (cell) => <bdi>{cell.getValue()}</bdi> }),
    column.display({
      id: 'items',
      header: 'Items',
      cell: ({ row: { original: order } }) => <ItemsText items={order.items} />,
    }),
    column.display({
      id: 'payment',
      header: 'Payment',
      cell: ({ row: { original: order } }) => (
        <span class="cell-two">
          <PaymentBadge status={order.paymentStatus} />
          {order.paymentMethodName && <span class="quiet">{order.paymentMethodName}</span>}
        </span>
      ),
    }),
    column.display({
      id: 'status',
      header: 'Status',
      cell: ({ row: { original: order } }) => <StatusBadge status={order.status} />,
    }),
    column.display({
      id: 'total',
      header: 'Total',
      meta: { align: 'end' },
      cell: ({ row: { original: order } }) => formats.money(order.total, order.currency),
    }),
  ]) as Columns<OrderRowFragment>
}

function ItemsText({ items }: Pick<OrderRowFragment, 'items'>) {
  const [first] = items
  const count = items.reduce((sum, { qty }) => sum + qty, 0)
  return (
    <span class="cell-clip" title={items.map(({ name, qty }) => `${qty} × ${name}`).join('\n')}>
      {first && <bdi>{first.name}</bdi>}
      {count > 1 && <span class="quiet"> +{count - 1}</span>}
    </span>
  )
}
