import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon } from '../../parts/icons.tsx'
import { useFormats } from '../../session/store-context.tsx'

interface PagedProps<Row> {
  label: string
  headings: readonly string[]
  rows: readonly Row[]
  cells: (row: Row) => readonly ComponentChildren[]
}

const PAGE = 50

/** A list that may be long: only a page of it is in the document. */
export function Paged<Row>({ label, headings, rows, cells }: PagedProps<Row>) {
  const formats = useFormats()
  const [page, setPage] = useState(0)
  const first = Math.min(page * PAGE, Math.max(0, rows.length - 1))
  const start = first - (first % PAGE)
  const shown = rows.slice(start, start + PAGE)
  return (
    <>
      <table class="table" aria-label={label}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <tr key={start + index}>
              {cells(row).map((cell, at) => (
                <td key={headings[at]} data-label={headings[at]} class="cell-text">
                  <bdi>{typeof cell === 'number' ? formats.number(cell) : cell}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > PAGE && (
        <nav class="pager" aria-label={`Pages of ${label.toLowerCase()}`}>
          <span class="quiet">
            {formats.number(start + 1)} to {formats.number(start + shown.length)} of {formats.number(rows.length)}
          </span>
          <span class="pager-buttons">
            <button type="button" class="button" disabled={start === 0} onClick={() => setPage(start / PAGE - 1)}>
              <Icon name="left" /> Previous
            </button>
            <button
              type="button"
              class="button"
              disabled={start + PAGE >= rows.length}
              onClick={() => setPage(start / PAGE + 1)}
            >
              Next <Icon name="right" />
            </button>
          </span>
        </nav>
      )}
    </>
  )
}
