import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { useFormats } from '../../session/store-context.tsx'
import type { FileReport } from './use-import.ts'

/** What an import has found or done: its mistakes by line, and what becomes of each product. */
export function ImportReport({ report }: { report: FileReport }) {
  const { imported, mistakes, mistake_count, left_out: leftOut } = report
  return (
    <>
      <Summary report={report} />
      {leftOut && (
        <p class="hint">
          Of the {leftOut.title} export this is not imported: {[...leftOut.things, ...leftOut.columns].join('; ')}.
        </p>
      )}
      {mistakes.length > 0 && (
        <section class="card">
          <h2>Mistakes</h2>
          {mistake_count > mistakes.length && <p class="quiet">The first {mistakes.length} of them.</p>}
          <Paged
            label="Mistakes"
            headings={['Line', 'Column', 'What is wrong']}
            rows={mistakes}
            cells={({ line, column, message }) => [line, column === '' ? '—' : <code>{column}</code>, message]}
          />
        </section>
      )}
      {!imported && report.products.length > 0 && (
        <section class="card">
          <h2>What was read</h2>
          <Products report={report} />
        </section>
      )}
    </>
  )
}

function Summary({ report }: { report: FileReport }) {
  const { imported, added, changed, unchanged, refused, mistake_count: mistakes, rows } = report
  if (mistakes > 0) {
    return (
      <section class="banner" data-tone="bad" role="alert">
        <Icon name="warning" />
        <div class="banner-text">
          <strong>
            {countOf(mistakes, 'mistake')}
            {refused.length > 0 && ` in ${countOf(refused.length, 'product')}`}: nothing was stored
          </strong>
          <p>Correct them in the file and drop it again.</p>
        </div>
      </section>
    )
  }
  const counts = [
    `${countOf(added.length, 'new product')}`,
    `${countOf(changed.length, 'changed product')}`,
    `${countOf(unchanged.length, 'product')} already as in the file`,
  ]
  return (
    <section class="banner" data-tone="good" role="status">
      <Icon name="check" />
      <div class="banner-text">
        <strong>{imported ? 'Imported' : 'No mistakes. This is what an import would do:'}</strong>
        <p>
          {counts.join(', ')}; {countOf(rows, 'row')} in all.
        </p>
      </div>
    </section>
  )
}

const outcomes = [
  ['refused', 'Mistake', 'bad'],
  ['added', 'New', 'good'],
  ['changed', 'Changed', 'busy'],
  ['unchanged', 'No change', 'plain'],
] as const satisfies readonly (readonly [keyof FileReport, string, Tone])[]

function Products({ report }: { report: FileReport }) {
  const outcomeOf = new Map(
    outcomes.flatMap(([field, text, tone]) => report[field].map((line) => [line, { text, tone }] as const)),
  )
  return (
    <Paged
      label="What was read"
      headings={['Line', 'Product', 'Variants', 'Becomes']}
      rows={report.products}
      cells={({ line, name, slug, variants }) => {
        const outcome = outcomeOf.get(line)
        return [line, name ?? slug ?? '—', variants, outcome ? <Badge tone={outcome.tone}>{outcome.text}</Badge> : '—']
      }}
    />
  )
}

interface PagedProps<Row> {
  label: string
  headings: readonly string[]
  rows: readonly Row[]
  cells: (row: Row) => readonly ComponentChildren[]
}

const PAGE = 50

/** A list that may be long: only a page of it is in the document. */
function Paged<Row>({ label, headings, rows, cells }: PagedProps<Row>) {
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
