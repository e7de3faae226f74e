import { sitePath } from '../../data/request.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { useStoreName } from '../../session/store-context.tsx'
import { Mistakes } from './mistakes.tsx'
import { Paged } from './paged.tsx'
import type { FoundImport, FoundReport } from './use-product-import.ts'

interface ReportProps {
  report: FoundReport
  isDone: boolean
}

/** What an import has found or done: its mistakes by line, and what becomes of each product. */
export function ImportReport({ report, isDone, found }: ReportProps & { found: FoundImport }) {
  const { omissions } = report
  return (
    <>
      <Summary report={report} isDone={isDone} />
      {omissions && (
        <section class="card">
          <h2>Not imported as it is in the {omissions.title} export</h2>
          <ul>
            {omissions.things.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
            {omissions.columns.length > 0 && <li>what stands in {omissions.columns.join(', ')}</li>}
          </ul>
        </section>
      )}
      <Mistakes mistakes={report.mistakes} count={report.mistakeCount} />
      {found.hasRefusedFile && <RefusedFile id={found.id} count={report.refused} />}
      {!isDone && report.read.length > 0 && (
        <section class="card">
          <h2>What was read</h2>
          {report.products > report.read.length && (
            <p class="quiet">
              The first {countOf(report.read.length, 'product')} of {countOf(report.products, 'product')}.
            </p>
          )}
          <Products report={report} />
        </section>
      )}
    </>
  )
}

function Summary({ report, isDone }: ReportProps) {
  const { added, changed, unchanged, refused, mistakeCount: mistakes, rows } = report
  const rest = added + changed + unchanged
  if (mistakes > 0 && !isDone) {
    return (
      <section class="banner" data-tone="bad" role="alert">
        <Icon name="warning" />
        <div class="banner-text">
          <strong>
            {countOf(mistakes, 'mistake')}
            {refused > 0 && ` in ${countOf(refused, 'product')}`}: nothing was stored
          </strong>
          <p>
            Correct them in the file and drop it again
            {rest > 0 && `, or import the other ${countOf(rest, 'product')} without ${refused === 1 ? 'it' : 'them'}`}.
          </p>
        </div>
      </section>
    )
  }
  const counts = [
    `${countOf(added, 'new product')}`,
    `${countOf(changed, 'changed product')}`,
    `${countOf(unchanged, 'product')} already as in the file`,
  ]
  return (
    <section class="banner" data-tone="good" role="status">
      <Icon name="check" />
      <div class="banner-text">
        <strong>{isDone ? 'Imported' : 'No mistakes. This is what an import would do:'}</strong>
        <p>
          {counts.join(', ')}
          {refused > 0 && `, ${countOf(refused, 'product')} left out`}; {countOf(rows, 'row')} in all.
        </p>
      </div>
    </section>
  )
}

function RefusedFile({ id, count }: { id: string; count: number }) {
  const store = useStoreName()
  return (
    <div class="form-actions">
      <a class="button" href={sitePath(store, `import/products/${id}/refused.csv`)} download>
        <Icon name="download" /> Download {countOf(count, 'product')} with mistakes
      </a>
      <span class="field-hint">
        With the reasons in a column. Correct them there, and import that file. It is kept for a day.
      </span>
    </div>
  )
}

const outcomes: Record<string, readonly [string, Tone]> = {
  REFUSED: ['Mistake', 'bad'],
  ADDED: ['New', 'good'],
  CHANGED: ['Changed', 'busy'],
  UNCHANGED: ['No change', 'plain'],
}

function Products({ report }: { report: FoundReport }) {
  return (
    <Paged
      label="What was read"
      headings={['Line', 'Product', 'Variants', 'Becomes']}
      rows={report.read}
      cells={({ line, name, slug, variants, outcome }) => {
        const [text, tone] = outcomes[outcome ?? ''] ?? []
        return [line, name ?? slug ?? '—', variants, tone ? <Badge tone={tone}>{text}</Badge> : '—']
      }}
    />
  )
}
