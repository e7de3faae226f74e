import type { StockFileReport } from '../../../../../shared/answers.ts'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { useFormats } from '../../session/store-context.tsx'
import { Mistakes } from './mistakes.tsx'
import { Paged } from './paged.tsx'

const reasons = {
  EMPTY: 'No stock is given: it stays as it is.',
  UNKNOWN_SKU: 'No product or variant has this SKU.',
} as const satisfies Record<StockFileReport['left_out'][number]['reason'], string>

/** What a list of stocks changes, line by line, and what it leaves out. */
export function StockReport({ report }: { report: StockFileReport }) {
  const formats = useFormats()
  const { imported, changed, left_out: leftOut, mistake_count: mistakes } = report
  const units = (stock: number | null) => (stock === null ? 'Not counted' : formats.number(stock))
  return (
    <>
      <Summary report={report} />
      <Mistakes mistakes={report.mistakes} count={mistakes} />
      {leftOut.length > 0 && (
        <section class="card">
          <h2>Left out</h2>
          <Paged
            label="Left out"
            headings={['Line', 'SKU', 'Why']}
            rows={leftOut}
            cells={({ line, sku, reason }) => [line, sku, reasons[reason]]}
          />
        </section>
      )}
      {changed.length > 0 && (
        <section class="card">
          <h2>{imported ? 'What was changed' : mistakes > 0 ? 'What else would change' : 'What will change'}</h2>
          <Paged
            label="Stocks"
            headings={[
              'Line',
              'SKU',
              'Product',
              ...(imported ? ['Before', 'Now'] : ['Stock now', 'Stock in the file']),
            ]}
            rows={changed}
            cells={({ line, sku, product, options, before, stock }) => [
              ...[line, sku, [product, ...options].join(', ')],
              ...[units(before), <strong>{units(stock)}</strong>],
            ]}
          />
        </section>
      )}
    </>
  )
}

function Summary({ report }: { report: StockFileReport }) {
  const { imported, changed, unchanged, left_out: leftOut, mistake_count: mistakes } = report
  if (mistakes > 0) {
    return (
      <section class="banner" data-tone="bad" role="alert">
        <Icon name="warning" />
        <div class="banner-text">
          <strong>{countOf(mistakes, 'mistake')}: nothing was stored</strong>
          <p>Correct them in the file and drop it again.</p>
        </div>
      </section>
    )
  }
  const counts = [
    `${countOf(changed.length, 'stock')} ${imported ? 'set' : 'to set'}`,
    `${unchanged} already as in the file`,
    `${countOf(leftOut.length, 'line')} left out`,
  ]
  return (
    <section class="banner" data-tone="good" role="status">
      <Icon name="check" />
      <div class="banner-text">
        <strong>{imported ? 'Imported' : 'No mistakes. This is what an import would do:'}</strong>
        <p>{counts.join(', ')}.</p>
      </div>
    </section>
  )
}
