import { useEffect, useMemo } from 'preact/hooks'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { type FoundMistakes, Mistakes } from './mistakes.tsx'
import { Paged } from './paged.tsx'

/** Of docs/owner-api.md. Lines are those of the file. */
export interface FileReport extends FoundMistakes {
  imported: boolean
  rows: number
  added: number[]
  changed: number[]
  unchanged: number[]
  refused: number[]
  left_out: { title: string; things: string[]; columns: string[] } | null
  /** Whose rates are to be given. */
  tax_classes: string[]
  /** Rows of refused products as CSV. */
  refused_file: string | null
  products: { line: number; slug: string | null; name: string | null; variants: number }[]
}

/** What an import has found or done: its mistakes by line, and what becomes of each product. */
export function ImportReport({ report, fileName }: { report: FileReport; fileName: string }) {
  const { imported, left_out: leftOut } = report
  return (
    <>
      <Summary report={report} />
      {leftOut && (
        <section class="card">
          <h2>Not imported as it is in the {leftOut.title} export</h2>
          <ul>
            {leftOut.things.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
            {leftOut.columns.length > 0 && <li>what stands in {leftOut.columns.join(', ')}</li>}
          </ul>
        </section>
      )}
      <Mistakes found={report} />
      {report.refused_file !== null && (
        <RefusedFile text={report.refused_file} count={report.refused.length} fileName={fileName} />
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
  const rest = added.length + changed.length + unchanged.length
  if (mistakes > 0 && !imported) {
    return (
      <section class="banner" data-tone="bad" role="alert">
        <Icon name="warning" />
        <div class="banner-text">
          <strong>
            {countOf(mistakes, 'mistake')}
            {refused.length > 0 && ` in ${countOf(refused.length, 'product')}`}: nothing was stored
          </strong>
          <p>
            Correct them in the file and drop it again
            {rest > 0 &&
              `, or import the other ${countOf(rest, 'product')} without ${refused.length === 1 ? 'it' : 'them'}`}
            .
          </p>
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
          {counts.join(', ')}
          {refused.length > 0 && `, ${countOf(refused.length, 'product')} left out`}; {countOf(rows, 'row')} in all.
        </p>
      </div>
    </section>
  )
}

function RefusedFile({ text, count, fileName }: { text: string; count: number; fileName: string }) {
  const href = useMemo(() => URL.createObjectURL(new Blob([text], { type: 'text/csv' })), [text])
  useEffect(() => () => URL.revokeObjectURL(href), [href])
  return (
    <p>
      <a class="button" href={href} download={`${fileName.replace(/\.csv$/i, '')}-refused.csv`}>
        <Icon name="download" /> Download {countOf(count, 'product')} with mistakes
      </a>
      <span class="field-hint">With the reasons in a column. Correct them there, and import that file.</span>
    </p>
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
