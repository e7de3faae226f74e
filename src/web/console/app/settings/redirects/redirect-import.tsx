import type { RedirectFileReport } from '../../../../../shared/answers.ts'
import { Failure } from '../../parts/failure.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { FileDrop } from '../../products/import/file-drop.tsx'
import { Mistakes } from '../../products/import/mistakes.tsx'
import { Running } from '../../products/import/running.tsx'
import { useImport } from '../../products/import/use-import.ts'

const EXAMPLE = 'from,to\n/products/assam,/p/assam\n/index.php?id=5,/c/Tea\n/about-us,/pages/about-us\n'

/** Redirects from a file: what would change is shown before it is stored. */
export function RedirectImport() {
  const { file, report, error, running, progress, attempt, store, reset } = useImport<RedirectFileReport, null>(
    'redirects.csv',
    () => ({}),
  )
  const isDone = report?.imported === true
  const changes = (report?.added ?? 0) + (report?.changed ?? 0)
  const canImport = report !== null && !isDone && report.mistake_count === 0 && changes > 0
  return (
    <section class="card">
      <h2>Import redirects</h2>
      <FileDrop
        fileName={file?.name ?? null}
        isBusy={running !== null}
        onFile={(chosen) => attempt(chosen, null)}
        example={{ href: `data:text/csv;charset=utf-8,${encodeURIComponent(EXAMPLE)}`, name: 'redirects-example.csv' }}
      >
        With the columns from and to, as you or Shopify exports them. A store can have 20,000 redirects. Those that the
        file does not list stay. Nothing is stored before you say so.
      </FileDrop>
      {running && (
        <Running
          label={running === 'try' ? 'Checking the file. Nothing is stored yet.' : 'Importing…'}
          progress={progress}
        />
      )}
      {error && <Failure error={error} {...(file && { onRetry: () => attempt(file, null) })} />}
      {report && <Summary report={report} />}
      {report && <Mistakes mistakes={report.mistakes} count={report.mistake_count} />}
      {report && running === null && (
        <div class="form-actions">
          {canImport && (
            <button type="button" class="button button-main" onClick={() => file && store(file, null)}>
              <Icon name="upload" /> Import {countOf(changes, 'redirect')}
            </button>
          )}
          <button type="button" class="button" onClick={reset}>
            {isDone ? 'Import another file' : 'Start again'}
          </button>
        </div>
      )}
    </section>
  )
}

function Summary({ report }: { report: RedirectFileReport }) {
  const { imported, added, changed, unchanged, mistake_count: mistakes } = report
  const isBad = mistakes > 0
  const title = isBad
    ? `${countOf(mistakes, 'mistake')}: nothing was stored`
    : imported
      ? 'Imported'
      : 'No mistakes. This is what an import would do:'
  return (
    <div class="banner" data-tone={isBad ? 'bad' : 'good'} role={isBad ? 'alert' : 'status'}>
      <Icon name={isBad ? 'warning' : 'check'} />
      <div class="banner-text">
        <strong>{title}</strong>
        <p>
          {isBad
            ? 'Correct them in the file and drop it again.'
            : `${added} new, ${changed} changed, ${unchanged} already as in the file.`}
        </p>
      </div>
    </div>
  )
}
