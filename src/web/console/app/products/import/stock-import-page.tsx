import { Link } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import type { StockFileReport } from '../../../../../shared/answers.ts'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { useMayChange, useStoreName } from '../../session/store-context.tsx'
import { Choice } from './choice.tsx'
import { FileDrop } from './file-drop.tsx'
import { ImportKinds } from './import-kinds.tsx'
import { Running } from './running.tsx'
import { StockReport } from './stock-report.tsx'
import { useImport } from './use-import.ts'

const EXAMPLE = 'sku,stock\nEXAMPLE-CUP,40\nEXAMPLE-TEA-100,60\nEXAMPLE-TEA-250,0\n'

const parametersOf = (skipUnknown: boolean) => (skipUnknown ? { skip_unknown: 'true' } : {})

/** Stocks from a counted list: what would change is shown before it is stored. */
export default function StockImportPage() {
  const store = useStoreName()
  const mayChange = useMayChange('catalogue')
  return (
    <Page
      title="Import stock"
      back={
        <Link to="/s/$store/products" params={{ store }}>
          <Icon name="left" /> Products
        </Link>
      }
      actions={<ImportKinds />}
    >
      {mayChange ? <Import /> : <Empty title="You may not change products" />}
    </Page>
  )
}

function Import() {
  const { file, report, error, running, progress, attempt, store, reset } = useImport<StockFileReport, boolean>(
    'stock.csv',
    parametersOf,
  )
  const [skipUnknown, setSkipUnknown] = useState(false)
  const isDone = report?.imported === true
  const changed = report?.changed.length ?? 0
  const canImport = report !== null && !isDone && report.mistake_count === 0 && changed > 0 && running === null
  return (
    <>
      <FileDrop
        fileName={file?.name ?? null}
        isBusy={running !== null}
        onFile={(chosen) => attempt(chosen, skipUnknown)}
        example={{ href: `data:text/csv;charset=utf-8,${encodeURIComponent(EXAMPLE)}`, name: 'stock-example.csv' }}
      >
        With the columns sku and stock: the units that are there, those of open orders included. An empty stock leaves
        it as it is, “-” stops counting. Up to 10,000 rows and 8 MB. Nothing is stored before you say so.
      </FileDrop>
      <section class="card" aria-label="How">
        <Choice
          label="Leave out lines whose SKU is unknown"
          hint="They are listed. Otherwise they are mistakes, and nothing of the file is stored."
          value={skipUnknown}
          isDisabled={running !== null || isDone}
          onChange={(chosen) => {
            setSkipUnknown(chosen)
            if (file && !isDone) attempt(file, chosen)
          }}
        />
      </section>
      {running && (
        <Running
          label={running === 'try' ? 'Checking the file. Nothing is stored yet.' : 'Importing…'}
          progress={progress}
        />
      )}
      {error && <Failure error={error} {...(file && { onRetry: () => attempt(file, skipUnknown) })} />}
      {report && <StockReport report={report} />}
      {report && running === null && (
        <div class="form-actions">
          {canImport && (
            <button type="button" class="button button-main" onClick={() => file && store(file, skipUnknown)}>
              <Icon name="upload" /> Set {countOf(changed, 'stock')}
            </button>
          )}
          <button type="button" class="button" onClick={reset}>
            {isDone ? 'Import another file' : 'Start again'}
          </button>
        </div>
      )}
    </>
  )
}
