import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import {
  CategoriesDocument,
  LowStockThresholdDocument,
  ProductsDocument,
} from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { DataTable } from '../parts/data-table.tsx'
import { Empty, NothingMatches } from '../parts/empty.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../parts/filters.tsx'
import { Icon } from '../parts/icons.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { maySee, useMayChange, useStore } from '../session/store-context.tsx'
import { productColumns } from './list/product-columns.tsx'
import { useRowChanges } from './list/use-row-changes.ts'

const PAGE = 50

type ProductsSearch = ReturnType<typeof useProductsSearch>

const useProductsSearch = () => useSearch({ from: '/s/$store/products' })

export default function ProductsPage() {
  const search = useProductsSearch()
  const { session, formats } = useStore()
  const mayChange = useMayChange('catalogue')
  const variables = variablesOf(search)
  const query = useData(ProductsDocument, { first: PAGE, ...variables })
  const { data: known } = useData(CategoriesDocument, {})
  const settings = useData(LowStockThresholdDocument, {}, { enabled: maySee(session, 'settings') })
  const lowStockThreshold = settings.data?.store?.lowStockThreshold ?? null
  const changes = useRowChanges()
  const columns = useMemo(
    () =>
      productColumns({
        ...{ store: session.store, currency: session.currency, formats, lowStockThreshold },
        changes: mayChange ? changes : null,
      }),
    [session, formats, lowStockThreshold, mayChange, changes.conflict],
  )
  return (
    <Page title="Products" actions={<Actions filters={variables} mayChange={mayChange} />}>
      <Filters>
        <SearchFilter value={search.q} label="Search by name, SKU or barcode" />
        <ChoiceFilter
          name="category"
          label="Category"
          value={search.category}
          options={(known?.categories ?? []).map((name) => [name, name])}
          all="Any category"
        />
        <ChoiceFilter name="stock" label="Stock" value={search.stock} options={stocks} all="Any stock" />
        <ChoiceFilter
          name="active"
          label="In the shop"
          value={search.active}
          options={activity}
          all="Active and archived"
        />
      </Filters>
      <QueryView query={query}>
        {({ products }) => {
          const rows = products?.nodes ?? []
          return (
            <>
              <DataTable
                label="Products"
                columns={columns}
                rows={rows}
                idOf={({ id }) => id}
                empty={<NoProducts isFiltered={Object.keys(search).length > 0} mayChange={mayChange} />}
              />
              <Pager of="products" page={products} />
            </>
          )
        }}
      </QueryView>
    </Page>
  )
}

interface ActionsProps {
  filters: ReturnType<typeof variablesOf>
  mayChange: boolean
}

function Actions({ filters, mayChange }: ActionsProps) {
  const { session } = useStore()
  const { store } = session
  return (
    <>
      <Link to="/s/$store/products/pictures" params={{ store }} className="button">
        <Icon name="picture" /> Pictures
      </Link>
      <ExportButton of="products" filters={filters} />
      {mayChange && (
        <>
          <Link to="/s/$store/products/import" params={{ store }} className="button">
            <Icon name="upload" /> Import
          </Link>
          <Link to="/s/$store/products/new" params={{ store }} className="button button-main">
            <Icon name="plus" /> New product
          </Link>
        </>
      )}
    </>
  )
}

function NoProducts({ isFiltered, mayChange }: { isFiltered: boolean; mayChange: boolean }) {
  const { session } = useStore()
  const params = { store: session.store }
  if (isFiltered) {
    return <NothingMatches of="product" />
  }
  return (
    <Empty title="No products yet">
      {mayChange && (
        <>
          <Link to="/s/$store/products/new" params={params}>
            Add the first one
          </Link>
          , or{' '}
          <Link to="/s/$store/products/import" params={params}>
            import a CSV file
          </Link>
          , also one of Shopify or WooCommerce.
        </>
      )}
    </Empty>
  )
}

const stocks = [
  ['in', 'In stock'],
  ['low', 'Low'],
  ['out', 'Out of stock'],
] as const

const activity = [
  ['true', 'Active'],
  ['false', 'Archived'],
] as const

const variablesOf = ({ q, category, active, stock, after }: ProductsSearch) => ({
  after: after ?? null,
  search: q ?? null,
  category: category ?? null,
  active: active === 'true' ? true : active === 'false' ? false : null,
  inStock: stock === 'in' ? true : stock === 'out' ? false : null,
  lowStock: stock === 'low' ? true : null,
})
