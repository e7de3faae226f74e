import { Link } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { useMayChange, useStore } from '../../session/store-context.tsx'
import { LinkedPictures } from '../pictures/linked-pictures.tsx'
import { Choice } from './choice.tsx'
import { exampleAddress } from './example-file.ts'
import { FileDrop } from './file-drop.tsx'
import { ImportKinds } from './import-kinds.tsx'
import { ImportReport } from './import-report.tsx'
import { ImportState } from './import-state.tsx'
import { TaxClasses } from './tax-classes.tsx'
import { type Choices, useProductImport } from './use-product-import.ts'

interface ImportChoice {
  setStock: boolean
  allowFree: boolean
  /** Rates of tax classes in percent. */
  taxRates: Readonly<Record<string, string>>
}

const choicesOf = ({ taxRates, ...choice }: ImportChoice): Choices => ({
  ...choice,
  taxClasses: Object.entries(taxRates).map(([name, percent]) => ({ name, percent })),
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
      {mayChange ? <Import /> : <Empty title="You may not change products" />}
    </Page>
  )
}

function Import() {
  const { session } = useStore()
  const latest = useProductImport()
  const { current, shown, upload, error, isAsking, isLoading, wasCutOff } = latest
  const [chosen, setChosen] = useState<ImportChoice | null>(null)
  if (isLoading) return <Loading />
  const choice = chosen ?? {
    setStock: current?.setStock ?? false,
    allowFree: current?.allowFree ?? false,
    taxRates: {},
  }
  const choose = (change: Partial<ImportChoice>) => {
    const next = { ...choice, ...change }
    setChosen(next)
    if (current?.status === 'CHECKED') latest.checkAgain(choicesOf(next))
  }
  const isBusy = isAsking || current?.status === 'CHECKING' || current?.status === 'IMPORTING'
  const isDone = current?.status === 'DONE'
  const report = shown?.report ?? null
  const toImport = current?.status === 'CHECKED' && report ? report.added + report.changed : 0
  return (
    <>
      <FileDrop
        fileName={upload?.file.name ?? current?.fileName ?? null}
        isBusy={isBusy}
        onFile={(file) => latest.attempt(file, choicesOf(choice))}
        example={{ href: exampleAddress(), name: 'products-example.csv' }}
      >
        As “Export” writes it, or an export of Shopify or WooCommerce. Up to 250,000 rows and 200 MB. Nothing is stored
        before you say so, and nothing is ever deleted.
      </FileDrop>
      {wasCutOff !== null && !isBusy && (
        <p class="quiet">
          The upload of <bdi>{wasCutOff}</bdi> was not finished. Choose the file again.
        </p>
      )}
      <section class="card" aria-label="How">
        <Choice
          label="Set the stock of existing products as well"
          hint="Overwrites what was sold since the file was written. New products always get theirs."
          value={choice.setStock}
          isDisabled={isBusy || isDone}
          onChange={(setStock) => choose({ setStock })}
        />
        <Choice
          label="Sale prices of 0 are meant"
          hint="Otherwise they are a mistake: spreadsheets often write 0 where there is none."
          value={choice.allowFree}
          isDisabled={isBusy || isDone}
          onChange={(allowFree) => choose({ allowFree })}
        />
      </section>
      <TaxClasses
        classes={isDone ? [] : [...new Set([...Object.keys(choice.taxRates), ...(report?.taxClasses ?? [])])]}
        rates={choice.taxRates}
        isDisabled={isBusy}
        onRates={(taxRates) => choose({ taxRates })}
      />
      <ImportState current={current} upload={upload} isAsking={isAsking} onCancel={latest.cancel} />
      {error && <Failure error={error} />}
      {shown && report && current && current.status !== 'CANCELLED' && current.status !== 'FAILED' && (
        <ImportReport report={report} isDone={isDone} found={shown} />
      )}
      {isDone && current.endedAt && <LinkedPictures since={current.endedAt} />}
      {current && !isBusy && (
        <div class="form-actions">
          {toImport > 0 && (
            <button type="button" class="button button-main" onClick={latest.apply}>
              <Icon name="upload" /> Import {countOf(toImport, 'product')}
              {report && report.refused > 0 && `, leave out ${report.refused}`}
            </button>
          )}
          <button
            type="button"
            class="button"
            onClick={() => {
              setChosen(null)
              latest.reset()
            }}
          >
            {current.status === 'CHECKED' ? 'Start again' : 'Import another file'}
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
