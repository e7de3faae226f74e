import { Link, useSearch } from '@tanstack/react-router'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { CustomersDocument, GuestsDocument } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { DataTable } from '../parts/data-table.tsx'
import { Empty, NothingMatches } from '../parts/empty.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { Filters, SearchFilter } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { countText, Pager } from '../parts/pager.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useStore } from '../session/store-context.tsx'
import { customerColumns, guestColumns } from './customer-columns.tsx'

const PAGE = 50

const useAsked = () => useSearch({ from: '/s/$store/customers' })

/** Those with an account, and those who have ordered without one. */
export default function CustomersPage() {
  const { q, account } = useAsked()
  const areGuests = account === 'false'
  return (
    <Page
      title="Customers"
      actions={<ExportButton of="customers" filters={{ search: q ?? null, account: !areGuests }} />}
    >
      {areGuests ? <Guests /> : <Accounts />}
    </Page>
  )
}

function useVariables() {
  const { q, after } = useAsked()
  return { first: PAGE, after: after ?? null, search: q ?? null }
}

function Accounts() {
  const { session, formats } = useStore()
  const query = useData(CustomersDocument, useVariables())
  const columns = useMemo(() => customerColumns(formats, session.store), [formats, session.store])
  const [count, others] = [query.data?.customers?.totalCount, query.data?.others?.totalCount]
  return (
    <>
      <Top counts={[count, others]} />
      <QueryView query={query}>
        {({ customers }) => (
          <>
            <DataTable
              label="Customers with an account"
              columns={columns}
              rows={customers?.nodes ?? []}
              idOf={({ id }) => id}
              empty={
                <Nobody title="No accounts yet">
                  Whoever creates an account in <a href={`/shop/${session.store}`}>your shop</a> appears here.
                </Nobody>
              }
            />
            <Pager of="customers" page={customers} />
          </>
        )}
      </QueryView>
    </>
  )
}

function Guests() {
  const { session, formats } = useStore()
  const query = useData(GuestsDocument, useVariables())
  const columns = useMemo(() => guestColumns(formats, session.store), [formats, session.store])
  const [count, others] = [query.data?.guests?.totalCount, query.data?.others?.totalCount]
  return (
    <>
      <Top counts={[others, count]} />
      <QueryView query={query}>
        {({ guests }) => (
          <>
            <DataTable
              label="Customers without an account"
              columns={columns}
              rows={guests?.nodes ?? []}
              idOf={({ id }) => id}
              empty={
                <Nobody title="Nobody has ordered without an account">
                  Whoever does appears here, by the phone. Orders of phones that have an account are on its page.
                </Nobody>
              }
            />
            <Pager of="customers" page={guests} />
          </>
        )}
      </QueryView>
    </>
  )
}

function Nobody({ title, children }: { title: string; children: ComponentChildren }) {
  const { q, account } = useAsked()
  return q === undefined ? <Empty title={title}>{children}</Empty> : <NothingMatches of="customer" view={{ account }} />
}

type Count = number | undefined

/** Views with how many are found in each, and the search, which both share. */
function Top({ counts: [accounts, guests] }: { counts: readonly [Count, Count] }) {
  const { q, account } = useAsked()
  const { session, formats } = useStore()
  const views = [
    ['With an account', undefined, accounts],
    ['Without one', 'false', guests],
  ] as const
  return (
    <>
      <nav class="tabs" aria-label="Views">
        {views.map(([name, view, count]) => (
          <Link
            key={name}
            to="/s/$store/customers"
            params={{ store: session.store }}
            search={{ ...(q !== undefined && { q }), ...(view && { account: view }) }}
            className="tab"
            activeOptions={{ exact: true }}
            data-current={view === account || undefined}
          >
            <span>{name}</span> {count !== undefined && <span class="tab-count">{countText(count, formats)}</span>}
          </Link>
        ))}
      </nav>
      <Filters>
        <SearchFilter value={q} label="Search by name, phone or email" />
      </Filters>
    </>
  )
}
