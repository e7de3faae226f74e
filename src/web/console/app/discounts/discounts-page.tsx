import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import { type DiscountRowFragment, DiscountsDocument } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { ActiveSwitch } from '../parts/active-switch.tsx'
import { type Columns, columnsOf, DataTable } from '../parts/data-table.tsx'
import { Empty, NothingMatches } from '../parts/empty.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../parts/filters.tsx'
import type { Formats } from '../parts/formats.ts'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { DiscountBadge, periodText, usesText, worthText } from './discount-words.tsx'
import { useSwitchDiscount } from './use-switch-discount.ts'

const PAGE = 50

const switched = [
  ['true', 'Switched on'],
  ['false', 'Switched off'],
] as const

export default function DiscountsPage() {
  const search = useSearch({ from: '/s/$store/discounts' })
  const { session, formats } = useStore()
  const mayChange = useMayChange('marketing')
  const switchDiscount = useSwitchDiscount()
  const columns = useMemo(
    () => columnsIn({ formats, store: session.store, ...(mayChange && { switchDiscount }) }),
    [formats, session.store, mayChange],
  )
  const query = useData(DiscountsDocument, {
    first: PAGE,
    after: search.after ?? null,
    search: search.q ?? null,
    active: search.active === undefined ? null : search.active === 'true',
  })
  const { store } = session
  return (
    <Page
      title="Discounts"
      actions={
        <>
          <Link to="/s/$store/try-out" params={{ store }} search={{ from: 'discounts' }} className="button">
            Try out a cart
          </Link>
          {mayChange && (
            <Link to="/s/$store/discounts/new/discount" params={{ store }} className="button button-main">
              <Icon name="plus" /> New discount
            </Link>
          )}
        </>
      }
    >
      <Filters>
        <SearchFilter value={search.q} label="Search by code" />
        <ChoiceFilter name="active" label="Switched" value={search.active} options={switched} all="On and off" />
      </Filters>
      <QueryView query={query}>
        {({ discounts }) => {
          const rows = discounts?.nodes ?? []
          return (
            <>
              <DataTable
                label="Discounts"
                columns={columns}
                rows={rows}
                idOf={({ id }) => id}
                empty={<NoDiscounts isFiltered={Object.keys(search).length > 0} />}
              />
              <Pager of="discounts" page={discounts} />
            </>
          )
        }}
      </QueryView>
    </Page>
  )
}

function NoDiscounts({ isFiltered }: { isFiltered: boolean }) {
  const mayChange = useMayChange('marketing')
  const { session } = useStore()
  const { store } = session
  return isFiltered ? (
    <NothingMatches of="discount" />
  ) : (
    <Empty title="No discounts yet">
      A discount is a code that shoppers enter in their cart: a percentage or an amount off.{' '}
      {mayChange && (
        <Link to="/s/$store/discounts/new/discount" params={{ store }}>
          Create the first one.
        </Link>
      )}
    </Empty>
  )
}

interface ColumnsOptions {
  formats: Formats
  store: string
  /** For keys that may. */
  switchDiscount?: ReturnType<typeof useSwitchDiscount>
}

function columnsIn({ formats, store, switchDiscount }: ColumnsOptions): Columns<DiscountRowFragment> {
  const column = columnsOf<DiscountRowFragment>()
  return column.columns([
    column.display({
      id: 'code',
      header: 'Code',
      meta: { isTitle: true },
      cell: ({ row: { original: discount } }) => (
        <span class="cell-two">
          <Link to="/s/$store/discounts/$code" params={{ store, code: discount.code }}>
            <bdi>{discount.code}</bdi>
          </Link>
          <DiscountBadge discount={discount} />
        </span>
      ),
    }),
    column.display({
      id: 'worth',
      header: 'Discount',
      cell: ({ row: { original: discount } }) => worthText(discount, formats),
    }),
    column.display({
      id: 'uses',
      header: 'Uses',
      cell: ({ row: { original: discount } }) => usesText(discount, formats),
    }),
    column.display({
      id: 'valid',
      header: 'Valid',
      cell: ({ row: { original: discount } }) => periodText(discount, formats),
    }),
    ...(switchDiscount
      ? [
          column.display({
            id: 'on',
            header: 'On',
            meta: { align: 'end' as const },
            cell: ({ row: { original: discount } }) => (
              <ActiveSwitch
                name={discount.code}
                isActive={discount.active}
                version={discount.version}
                change={(isActive, version) => switchDiscount(discount.code, isActive, version)}
              />
            ),
          }),
        ]
      : []),
  ]) as Columns<DiscountRowFragment>
}
