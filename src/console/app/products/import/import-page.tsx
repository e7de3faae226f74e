import { Link } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { useMayChange, useStore } from '../../session/store-context.tsx'
import { Choice } from './choice.tsx'
import { exampleAddress } from './example-file.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportKinds } from './import-kinds.tsx'
import { type FileReport, ImportReport } from './import-report.tsx'
import { Running } from './running.tsx'
import { TaxClasses } from './tax-classes.tsx'
import { useImport } from './use-import.ts'

interface ImportChoice {
  setStock: boolean
  allowFree: boolean
  /** Rates of tax classes in percent. */
  taxRates: Readonly<Record<string, string>>
}

/** What the rest would be is always asked for: the owner decides when the mistakes are there. */
const parametersOf = ({ setStock, allowFree, taxRates }: ImportChoice) => ({
  ...{ skip_mistakes: 'true', refused_file: 'true' },
  ...(setStock && { set_stock: 'true' }),
  ...(allowFree && { allow_free: 'true' }),
  ...(Object.keys(taxRates).length > 0 && {
    tax_classes: Object.entries(taxRates)
      .map(([name, rate]) => `${name}:${rate}`)
      .join(','),
  }),
})

export default function ImportPage() {
  const { session } = useStore()
  const mayChange = useMayChange('catalogue')
  return (
    <Page
      title="Import products"
      back={
        <Link to="/s/$store/products" params={{ store: session.store }}>
          <Icon name="left" /> Products
        </Link>
      }
      actions={<ImportKinds />}
    >
      {mayChange ? <Import /> : <Empty title="Your key may not change products" />}
    </Page>
  )
}

function Import() {
  const { session } = useStore()
  const { file, report, error, running, progress, attempt, store, reset } = useImport<FileReport, ImportChoice>(
    'products.csv',
    parametersOf,
  )
  const [choice, setChoice] = useState<ImportChoice>({ setStock: false, allowFree: false, taxRates: {} })
  const choose = (change: Partial<ImportChoice>) => {
    const chosen = { ...choice, ...change }
    setChoice(chosen)
    if (file && !report?.imported) attempt(file, chosen)
  }
  const isDone = report?.imported === true
  const canImport = file !== null && report !== null && !isDone && running === null
  return (
    <>
      <FileDrop
        file={file}
        isBusy={running !== null}
        onFile={(chosen) => attempt(chosen, choice)}
        example={{ href: exampleAddress(), name: 'products-example.csv' }}
      >
        As “Export” writes it, or an export of Shopify or WooCommerce. Up to 10,000 rows and 8 MB. Nothing is stored
        before you say so, and nothing is ever deleted.
      </FileDrop>
      <section class="card" aria-label="How">
        <Choice
          label="Set the stock of existing products as well"
          hint="Overwrites what was sold since the file was written. New products always get theirs."
          value={choice.setStock}
          isDisabled={running !== null || isDone}
          onChange={(setStock) => choose({ setStock })}
        />
        <Choice
          label="Sale prices of 0 are meant"
          hint="Otherwise they are a mistake: spreadsheets often write 0 where there is none."
          value={choice.allowFree}
          isDisabled={running !== null || isDone}
          onChange={(allowFree) => choose({ allowFree })}
        />
      </section>
      <TaxClasses
        classes={isDone ? [] : [...new Set([...Object.keys(choice.taxRates), ...(report?.tax_classes ?? [])])]}
        rates={choice.taxRates}
        isDisabled={running !== null}
        onRates={(taxRates) => choose({ taxRates })}
      />
      <Running kind={running} progress={progress} />
      {error && <Failure error={error} {...(file && { onRetry: () => attempt(file, choice) })} />}
      {report && <ImportReport report={report} fileName={file?.name ?? ''} />}
      {(canImport || isDone) && (
        <div class="form-actions">
          {canImport && report.added.length + report.changed.length > 0 && (
            <button type="button" class="button button-main" onClick={() => file && store(file, choice)}>
              <Icon name="upload" /> Import {countOf(report.added.length + report.changed.length, 'product')}
              {report.refused.length > 0 && `, leave out ${report.refused.length}`}
            </button>
          )}
          <button type="button" class="button" onClick={reset}>
            {isDone ? 'Import another file' : 'Start again'}
          </button>
          {isDone && (
            <Link to="/s/$store/products" params={{ store: session.store }} className="button">
              Show the products
            </Link>
          )}
        </div>
      )}
    </>
  )
}
