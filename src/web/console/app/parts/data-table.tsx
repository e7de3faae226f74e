import {
  type Cell,
  type ColumnDef,
  createColumnHelper,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ComponentChildren } from 'preact'

const features = tableFeatures({ rowSelectionFeature })

/** Of a table whose rows have this shape. */
export const columnsOf = <Row extends object>() => createColumnHelper<typeof features, Row>()

export type Columns<Row extends object> = ColumnDef<typeof features, Row, unknown>[]

export type Selected = Record<string, boolean>

interface DataTableProps<Row extends object> {
  /** For screen readers: what is listed. */
  label: string
  columns: Columns<Row>
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** With it, rows can be chosen. */
  selected?: Selected
  onSelect?: (selected: Selected) => void
  /** What a row is called, for the label of its checkbox. */
  nameOf?: (row: Row) => string
  /** Instead of rows. */
  empty: ComponentChildren
}

/**
 * Rows as a table, and on a phone as cards of which each cell has its column's heading in front. A column's `meta`
 * may align its cells to the `end`, or make it the `title` of a card.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, selected, onSelect, nameOf, empty } = props
  const canSelect = selected !== undefined && onSelect !== undefined
  const table = useTable(
    {
      features,
      columns,
      data: rows as Row[],
      getRowId: idOf,
      enableRowSelection: canSelect,
      state: { rowSelection: (selected ?? {}) as Record<string, true> },
      onRowSelectionChange: (change) =>
        onSelect?.(typeof change === 'function' ? (change as (before: Selected) => Selected)(selected ?? {}) : change),
    },
    (state) => state,
  )
  if (rows.length === 0) return <>{empty}</>
  const [headings] = table.getHeaderGroups()
  return (
    <table class="table" aria-label={label}>
      <thead>
        <tr>
          {canSelect && (
            <th class="table-check">
              <label>
                <input
                  type="checkbox"
                  aria-label="Choose all on this page"
                  checked={table.getIsAllRowsSelected()}
                  indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
                <span aria-hidden="true">Choose all on this page</span>
              </label>
            </th>
          )}
          {headings?.headers.map((header) => (
            <th key={header.id} scope="col" {...looksOf(header.column.columnDef.meta)}>
              <table.FlexRender header={header} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} data-selected={row.getIsSelected() || undefined}>
            {canSelect && (
              <td class="table-check">
                <input
                  type="checkbox"
                  aria-label={`Choose ${nameOf?.(row.original) ?? row.id}`}
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </td>
            )}
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                data-label={typeof cell.column.columnDef.header === 'string' ? cell.column.columnDef.header : undefined}
                {...looksOf(cell.column.columnDef.meta)}
              >
                {contentOf(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * A cell's function is called, not rendered as a component: columns are made anew, such as with a setting that arrives
 * late, and another component would replace the field in which somebody types.
 */
function contentOf<Row extends object>(cell: Cell<typeof features, Row, unknown>): ComponentChildren {
  const { cell: content } = cell.column.columnDef
  return typeof content === 'function' ? (content(cell.getContext()) as ComponentChildren) : content
}

interface ColumnLooks {
  align?: 'end'
  /** Stands first and alone in a card. */
  isTitle?: boolean
}

const looksOf = (meta: object | undefined) => {
  const { align, isTitle } = (meta ?? {}) as ColumnLooks
  return { 'data-align': align, 'data-title': isTitle || undefined }
}
