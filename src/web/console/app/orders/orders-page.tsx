import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'preact/hooks'
import { type OrderRowFragment, OrdersDocument } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { type Columns, columnsOf, DataTable, type Selected } from '../parts/data-table.tsx'
import { Empty, NothingMatches } from '../parts/empty.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { countOf, type Formats } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { daysText } from './order-delivery.tsx'
import { PaymentBadge, StatusBadge } from './order-words.tsx'
import { OrderFilters, type OrdersSearch, useOrdersSearch, variablesOf } from './orders-filters.tsx'
import { ShipSeveral } from './ship-several.tsx'

const PAGE = 100

export default function OrdersPage() {
  const search = useOrdersSearch()
  const { session, formats } = useStore()
  const mayChange = useMayChange('orders')
  const [selected, setSelected] = useState<Selected>({})
  // Those that are shipped may leave the list before all of them are.
  const [isShipping, setShipping] = useState(false)
  const forget = (ids: readonly string[]) =>
    setSelected((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !ids.includes(id))))
  const columns = useMemo(() => columnsIn(formats, session.store), [formats, session.store])
  const variables = variablesOf(search, formats.timeZone)
  const query = useData(OrdersDocument, { first: PAGE, ...variables })
  return (
    <Page title="Orders" actions={<ExportButton of="orders" filters={variables} />}>
      <Views search={search} />
      <OrderFilters search={search} />
      {(search.customer || search.guest) && <OfOneCustomer />}
      <QueryView query={query}>
        {({ orders }) => {
          const rows = orders?.nodes ?? []
          const chosen = rows.filter(({ id }) => selected[id])
          return (
            <>
              {(chosen.length > 0 || isShipping) && (
                <div class="selection" role="status">
                  <span>{countOf(chosen.length, 'order')} chosen</span>
                  {mayChange && <ShipSeveral orders={chosen} onShipping={setShipping} onDone={forget} />}
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
      id: 'delivery',
      header: 'Delivery',
      cell: ({ row: { original: order } }) =>
        order.delivery && (
          <span class="cell-two">
            <bdi>{order.delivery.name}</bdi>
            <span class="quiet">{daysText(order.delivery)}</span>
          </span>
        ),
    }),
    column.display({
      id: 'status',
      header: 'Status',
      cell: ({ row: { original: order } }) => <StatusBadge order={order} />,
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
