import { Link } from '@tanstack/react-router'
import type { CustomerRowFragment, GuestRowFragment } from '../../../../generated/console/documents.ts'
import { type Columns, columnsOf } from '../parts/data-table.tsx'
import type { Formats } from '../parts/formats.ts'

export function customerColumns(formats: Formats, store: string): Columns<CustomerRowFragment> {
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
      cell: ({ row: { original: customer } }) => <EmailText email={customer.email} />,
    }),
    column.display({
      id: 'since',
      header: 'Since',
      cell: ({ row: { original: customer } }) => <Day of={customer.createdAt} formats={formats} />,
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

export function guestColumns(formats: Formats, store: string): Columns<GuestRowFragment> {
  const column = columnsOf<GuestRowFragment>()
  return column.columns([
    column.display({
      id: 'name',
      header: 'Name',
      meta: { isTitle: true },
      cell: ({ row: { original: guest } }) => (
        <Link to="/s/$store/customers/guests/$phone" params={{ store, phone: guest.id }}>
          <bdi>{guest.name}</bdi>
        </Link>
      ),
    }),
    column.accessor('phone', { header: 'Phone', cell: (cell) => <bdi>{cell.getValue()}</bdi> }),
    column.display({
      id: 'email',
      header: 'Email',
      cell: ({ row: { original: guest } }) => <EmailText email={guest.email} />,
    }),
    column.display({
      id: 'last',
      header: 'Last order',
      cell: ({ row: { original: guest } }) => <Day of={guest.lastOrderAt} formats={formats} />,
    }),
    column.display({
      id: 'placed',
      header: 'Orders',
      meta: { align: 'end' },
      cell: ({ row: { original: guest } }) => formats.number(guest.placedOrders),
    }),
    column.display({
      id: 'paid',
      header: 'Paid orders',
      meta: { align: 'end' },
      cell: ({ row: { original: guest } }) => formats.number(guest.paidOrders),
    }),
    column.display({
      id: 'spent',
      header: 'Spent',
      meta: { align: 'end' },
      cell: ({ row: { original: guest } }) => formats.money(guest.totalSpent),
    }),
  ]) as Columns<GuestRowFragment>
}

const EmailText = ({ email }: { email?: string | null }) =>
  email ? (
    <span class="cell-clip" title={email}>
      {email}
    </span>
  ) : (
    <span class="quiet">None</span>
  )

const Day = ({ of, formats }: { of: string; formats: Formats }) => (
  <time dateTime={of} title={formats.dateTime(of)}>
    {formats.date(of)}
  </time>
)
