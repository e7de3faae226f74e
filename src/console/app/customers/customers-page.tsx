import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import { type CustomerRowFragment, CustomersDocument } from '../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { type Columns, columnsOf, DataTable } from '../parts/data-table.tsx'
import { Empty, NothingMatches } from '../parts/empty.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { Filters, SearchFilter } from '../parts/filters.tsx'
import type { Formats } from '../parts/formats.ts'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useStore } from '../session/store-context.tsx'

const PAGE = 50

export default function CustomersPage() {
  const { q, after } = useSearch({ from: '/s/$store/customers' })
  const { session, formats } = useStore()
  const columns = useMemo(() => columnsIn(formats, session.store), [formats, session.store])
  const variables = { first: PAGE, after: after ?? null, search: q ?? null }
  const query = useData(CustomersDocument, variables)
  return (
    <Page title="Customers" actions={<ExportButton of="customers" filters={variables} />}>
      <Filters>
        <SearchFilter value={q} label="Search by name, phone or email" />
      </Filters>
      <QueryView query={query}>
        {({ customers }) => {
          const rows = customers?.nodes ?? []
          return (
            <>
              <DataTable
                label="Customers"
                columns={columns}
                rows={rows}
                idOf={({ id }) => id}
                empty={<NoCustomers isFiltered={q !== undefined} />}
              />
              <Pager of="customers" page={customers} />
            </>
          )
        }}
      </QueryView>
    </Page>
  )
}

function NoCustomers({ isFiltered }: { isFiltered: boolean }) {
  const { session } = useStore()
  return isFiltered ? (
    <NothingMatches of="customer" />
  ) : (
    <Empty title="No customers yet">
      Whoever creates an account in <a href={`/shop/${session.store}`}>your shop</a> appears here. Guests appear with
      their orders only.
    </Empty>
  )
}

function columnsIn(formats: Formats, store: string): Columns<CustomerRowFragment> {
  const column = columnsOf<CustomerRowFragment>()
  return column.columns([
    column.display({
      id: 'name',
      header: 'Name',
      meta: { isTitle: true },
      cell: ({ row: { original: customer } }) => (
        <Link to="/s/$store/customers/$id" params={{ store, id: customer.id }}>
          <bdi>{customer.name}</bdi>
        </Link>
      ),
    }),
    column.accessor('phone', { header: 'Phone', cell: (cell) => <bdi>{cell.getValue()}</bdi> }),
    column.display({
      id: 'email',
      header: 'Email',
      cell: ({ row: { original: customer } }) =>
        customer.email ? (
          <span class="cell-clip" title={customer.email}>
            {customer.email}
          </span>
        ) : (
          <span class="quiet">None</span>
        ),
    }),
    column.display({
      id: 'since',
      header: 'Since',
      cell: ({ row: { original: customer } }) => (
        <time dateTime={customer.createdAt} title={formats.dateTime(customer.createdAt)}>
          {formats.date(customer.createdAt)}
        </time>
      ),
    }),
    column.display({
      id: 'points',
      header: 'Points',
      meta: { align: 'end' },
      cell: ({ row: { original: customer } }) => formats.number(customer.points),
    }),
    column.display({
      id: 'orders',
      header: 'Paid orders',
      meta: { align: 'end' },
      cell: ({ row: { original: customer } }) => formats.number(customer.paidOrders),
    }),
    column.display({
      id: 'spent',
      header: 'Spent',
      meta: { align: 'end' },
      cell: ({ row: { original: customer } }) => formats.money(customer.totalSpent),
    }),
  ]) as Columns<CustomerRowFragment>
}
