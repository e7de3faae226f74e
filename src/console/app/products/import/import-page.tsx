import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'preact/hooks'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { Page } from '../../parts/page.tsx'
import { useMayChange, useStore } from '../../session/store-context.tsx'
import { exampleAddress } from './example-file.ts'
import { ImportReport } from './import-report.tsx'
import { type ImportChoice, useImport } from './use-import.ts'

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
    >
      {mayChange ? <Import /> : <Empty title="Your key may not change products" />}
    </Page>
  )
}

function Import() {
  const { session } = useStore()
  const { file, report, error, running, progress, attempt, store, reset } = useImport()
  const [choice, setChoice] = useState<ImportChoice>({ setStock: false, allowFree: false })
  const choose = (change: Partial<ImportChoice>) => {
    const chosen = { ...choice, ...change }
    setChoice(chosen)
    if (file && !report?.imported) attempt(file, chosen)
  }
  const isDone = report?.imported === true
  const canImport = file !== null && report !== null && !isDone && report.mistake_count === 0 && running === null
  return (
    <>
      <FileDrop file={file} isBusy={running !== null} onFile={(chosen) => attempt(chosen, choice)} />
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
      {running && (
        <div class="card" role="status">
          <label class="progress">
            <span>{running === 'try' ? 'Checking the file. Nothing is stored yet.' : 'Importing…'}</span>
            <progress {...(progress && { value: progress.done, max: progress.total })} />
          </label>
        </div>
      )}
      {error && <Failure error={error} {...(file && { onRetry: () => attempt(file, choice) })} />}
      {report && <ImportReport report={report} />}
      {(canImport || isDone) && (
        <div class="form-actions">
          {canImport && report.added.length + report.changed.length > 0 && (
            <button type="button" class="button button-main" onClick={() => file && store(file, choice)}>
              <Icon name="upload" /> Import {countOf(report.added.length + report.changed.length, 'product')}
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

interface ChoiceProps {
  label: string
  hint: string
  value: boolean
  isDisabled: boolean
  onChange: (value: boolean) => void
}

function Choice({ label, hint, value, isDisabled, onChange }: ChoiceProps) {
  return (
    <label class="choice choice-with-hint">
      <input
        type="checkbox"
        checked={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>
        {label}
        <span class="field-hint">{hint}</span>
      </span>
    </label>
  )
}

function FileDrop({ file, isBusy, onFile }: { file: File | null; isBusy: boolean; onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null | undefined) => {
    const [first] = files ?? []
    if (first && !isBusy) onFile(first)
  }
  return (
    <fieldset
      class="drop"
      data-over={isOver || undefined}
      aria-label="File to import"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      <Icon name="upload" />
      {file && <bdi class="drop-file">{file.name}</bdi>}
      <p>
        {file ? 'Drop a corrected file, or ' : 'Drop a CSV file here, or '}
        <button type="button" class="link-button" disabled={isBusy} onClick={() => input.current?.click()}>
          choose {file ? 'another' : 'one'}
        </button>
      </p>
      <p class="quiet">
        As “Export” writes it, or an export of Shopify or WooCommerce. Up to 10,000 rows and 8 MB. Nothing is stored
        before you say so, and nothing is ever deleted.
      </p>
      <a href={exampleAddress()} download="products-example.csv">
        Download an example
      </a>
      <input
        ref={input}
        type="file"
        class="hidden"
        tabindex={-1}
        aria-label="CSV file"
        accept=".csv,text/csv"
        onChange={({ currentTarget }) => {
          take(currentTarget.files)
          currentTarget.value = ''
        }}
      />
    </fieldset>
  )
}
