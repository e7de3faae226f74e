import { Link } from '@tanstack/react-router'
import type { ProductRowFragment } from '../../../../../generated/console/documents.ts'
import { Badge } from '../../parts/badge.tsx'
import { type Columns, columnsOf } from '../../parts/data-table.tsx'
import { money, whole } from '../../parts/form/typed-numbers.ts'
import { countOf, type Formats } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { pictureSource } from '../picture-source.ts'
import { CellInput, checkStock } from './cell-input.tsx'
import type { RowConflict, useRowChanges } from './use-row-changes.ts'

interface ColumnTools {
  store: string
  currency: string
  formats: Formats
  /** Without it, values are only shown. */
  changes: ReturnType<typeof useRowChanges> | null
  /** Null where it cannot be read: then nothing is said to be low. */
  lowStockThreshold: number | null
}

type Row = ProductRowFragment

export function productColumns(tools: ColumnTools): Columns<Row> {
  const { store, currency, changes } = tools
  const column = columnsOf<Row>()
  return column.columns([
    column.display({
      id: 'product',
      header: 'Product',
      meta: { isTitle: true },
      cell: ({ row: { original } }) => <Name row={original} store={store} />,
    }),
    column.accessor('category', { header: 'Category', cell: (cell) => <bdi>{cell.getValue()}</bdi> }),
    column.display({
      id: 'price',
      header: `Price (${currency})`,
      meta: { align: 'end' },
      cell: ({ row: { original } }) => <Price row={original} tools={tools} />,
    }),
    column.display({
      id: 'stock',
      header: 'Stock',
      meta: { align: 'end' },
      cell: ({ row: { original } }) => <Stock row={original} tools={tools} />,
    }),
    column.display({
      id: 'active',
      header: 'In the shop',
      cell: ({ row: { original } }) => <Active row={original} changes={changes} />,
    }),
  ]) as Columns<Row>
}

function Name({ row, store }: { row: Row; store: string }) {
  const source = pictureSource(row.images[0])
  return (
    <span class="product-cell">
      <span class="thumb">
        {source ? <img src={source} alt="" width="40" height="40" loading="lazy" /> : <Icon name="picture" />}
      </span>
      <span class="product-name">
        <Link to="/s/$store/products/$id" params={{ store, id: row.id }}>
          <bdi>{row.name}</bdi>
        </Link>
        {row.sku && <span class="quiet">{row.sku}</span>}
      </span>
    </span>
  )
}

type Changes = ColumnTools['changes']

function Price({ row, tools: { formats, changes } }: { row: Row; tools: ColumnTools }) {
  const variantPrices = pricesOfVariants(row, formats)
  const sale = (
    <>
      {row.salePrice != null && <span class="quiet">on sale: {formats.money(row.salePrice)}</span>}
      {variantPrices && <span class="quiet">variants: {variantPrices}</span>}
    </>
  )
  if (!changes) {
    return (
      <span class="cell-edit">
        {formats.money(row.price)}
        {sale}
      </span>
    )
  }
  return (
    <span class="cell-edit">
      <CellInput
        label={`Price of ${row.name}`}
        value={row.price}
        kind={money}
        check={(typed) => checkPrice(typed) ?? checkSale(typed, row, formats)}
        save={(typed) =>
          changes.setPrice(row, typed ?? 0, {
            done: (price) =>
              `Price of “${row.name}”: ${formats.money(price)}${variantPrices ? '. Variants with a price of their own keep it.' : ''}`,
            isNow: (price) => `Changed meanwhile: the price is ${formats.money(price)} now.`,
          })
        }
      />
      {sale}
      <ConflictNote of="price" row={row} changes={changes} />
    </span>
  )
}

const checkPrice = (price: number | null): string | null =>
  price !== null && price >= 0 ? null : 'Type a price, such as 12.50.'

const checkSale = (price: number | null, { salePrice }: Row, formats: Formats): string | null =>
  salePrice != null && (price ?? 0) < salePrice ? `Not below the sale price, ${formats.money(salePrice)}.` : null

/** Those which variants have of their own, from the lowest to the highest; null when all cost what the product does. */
function pricesOfVariants({ variants }: Row, formats: Formats): string | null {
  const prices = variants.flatMap(({ price }) => price ?? [])
  if (prices.length === 0) return null
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return lowest === highest ? formats.money(lowest) : `${formats.money(lowest)} – ${formats.money(highest)}`
}

function Stock({ row, tools: { changes, formats, store, lowStockThreshold } }: { row: Row; tools: ColumnTools }) {
  const { variants, stock } = row
  const counts = variants.length === 0 ? [stock] : variants.map((variant) => variant.stock ?? stock)
  const counted = counts.filter((count) => count != null)
  const badge = <StockBadge counts={counts} threshold={row.active ? lowStockThreshold : null} />
  if (variants.length > 0) {
    const sum = variants.reduce((all, variant) => all + (variant.stock ?? 0), 0)
    return (
      <span class="cell-edit">
        <span class="cell-two">
          {badge}
          <Link to="/s/$store/products/$id" params={{ store, id: row.id }}>
            {counted.length > 0 && `${formats.number(sum)} in `}
            {countOf(variants.length, 'variant')}
          </Link>
        </span>
      </span>
    )
  }
  if (!changes) {
    return (
      <span class="cell-two">
        {badge}
        {stock == null ? <span class="quiet">Not counted</span> : formats.number(stock)}
      </span>
    )
  }
  return (
    <span class="cell-edit">
      <span class="cell-two">
        {badge}
        <CellInput
          label={`Stock of ${row.name}`}
          value={stock ?? null}
          placeholder="Not counted"
          kind={whole}
          check={checkStock}
          save={(typed) => changes.setStock(row, typed)}
        />
      </span>
      <ConflictNote of="stock" row={row} changes={changes} />
    </span>
  )
}

function StockBadge({
  counts,
  threshold,
}: {
  counts: readonly (number | null | undefined)[]
  threshold: number | null
}) {
  const counted = counts.filter((count) => count != null)
  if (counted.length === 0) return null
  if (counted.length === counts.length && counted.every((count) => count <= 0))
    return <Badge tone="bad">Sold out</Badge>
  return threshold !== null && counted.some((count) => count <= threshold) ? <Badge tone="warn">Low</Badge> : null
}

function Active({ row, changes }: { row: Row; changes: Changes }) {
  if (!changes) return row.active ? <Badge tone="good">Active</Badge> : <Badge>Archived</Badge>
  return (
    <span class="cell-edit">
      <input
        type="checkbox"
        class="switch"
        aria-label={`${row.name} is in the shop`}
        checked={row.active}
        onChange={({ currentTarget }) => void changes.setActive(row, currentTarget.checked)}
      />
      <ConflictNote of="active" row={row} changes={changes} />
    </span>
  )
}

/** What somebody else has set meanwhile stands in the cell; the own value is one press away. */
function ConflictNote({ of, row, changes }: { of: RowConflict['field']; row: Row; changes: NonNullable<Changes> }) {
  const { conflict, forget } = changes
  if (conflict?.id !== row.id || conflict.field !== of) return null
  return (
    <span class="cell-conflict" role="alert">
      {conflict.message}
      <span class="cell-two">
        <button type="button" class="link-button" onClick={conflict.again}>
          Save mine
        </button>
        <button type="button" class="link-button" onClick={forget}>
          Leave it
        </button>
      </span>
    </span>
  )
}
