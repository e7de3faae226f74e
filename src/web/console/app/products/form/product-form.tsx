import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'preact/hooks'
import {
  type ProductDetailsFragment,
  ProductDocument,
  SaveProductDocument,
} from '../../../../../generated/console/documents.ts'
import { RequestError, request } from '../../data/request.ts'
import { useChange } from '../../data/use-data.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { useRecordForm } from '../../parts/form/record-form.tsx'
import { RecordFrame } from '../../parts/form/record-frame.tsx'
import { countOf } from '../../parts/formats.ts'
import { useMayChange, useStore } from '../../session/store-context.tsx'
import { ProductFields } from './product-fields.tsx'
import {
  fieldOf,
  inputOf,
  kinds,
  labels,
  type ProductValues,
  shownAs,
  storedKey,
  unreadable,
  valuesOf,
} from './product-values.ts'
import { keyOf } from './variant-rows.ts'

/** @param product null for a new one */
export function ProductForm({ product }: { product: ProductDetailsFragment | null }) {
  const { session, formats } = useStore()
  const { store } = session
  const { numbers } = formats
  const mayChange = useMayChange('catalogue')
  const navigate = useNavigate()
  const change = useChange(SaveProductDocument)
  const [dialog, ask] = useConfirm()
  const values = useMemo(() => valuesOf(product, numbers), [product, numbers])
  const record = useRecordForm<ProductValues>({
    draft: `product:${product?.id ?? 'new'}`,
    values,
    version: product?.version ?? null,
    labels,
    kinds,
    shownAs,
    fieldOf,
    saved: product ? 'Saved' : 'Product created',
    async save(values, version) {
      const wrong = unreadable(values, numbers)
      if (wrong) throw new RequestError('BAD_USER_INPUT', wrong, [{ field: 'variants', message: wrong }])
      const gone = product ? goneFrom(product, values) : []
      if (gone.length > 0 && !(await ask(questionOf(gone)))) {
        throw new RequestError('CANCELLED', 'Nothing was saved. “Discard changes” brings the variants back.')
      }
      const { upsertProduct } = await change.mutateAsync({ input: inputOf(values, version, product, numbers) })
      if (!product && upsertProduct) {
        await navigate({ to: '/s/$store/products/$id', params: { store, id: upsertProduct.id }, replace: true })
      }
    },
    async read() {
      const { product: theirs } = await request(store, ProductDocument, { id: product?.id ?? '' })
      if (!theirs) throw new RequestError('NOT_FOUND', 'Product not found')
      return { values: valuesOf(theirs, numbers), version: theirs.version }
    },
  })
  return (
    <RecordFrame
      record={record}
      label={product ? product.name : 'New product'}
      mayChange={mayChange}
      save={product ? 'Save' : 'Create product'}
    >
      <ProductFields record={record} product={product} mayChange={mayChange} />
      {dialog}
    </RecordFrame>
  )
}

type Variant = ProductDetailsFragment['variants'][number]

function goneFrom({ variants }: ProductDetailsFragment, values: ProductValues): Variant[] {
  const left = new Set(values.variants.map(({ options }) => keyOf(options)))
  return variants.filter((variant) => !left.has(storedKey(variant)))
}

function questionOf(gone: readonly Variant[]) {
  const names = gone.map(({ options }) => options.map(({ value }) => value).join(', '))
  const units = gone.reduce((sum, { stock }) => sum + (stock ?? 0), 0)
  return {
    title: `Delete ${countOf(gone.length, 'variant')}?`,
    text: `${names.slice(0, MOST_NAMED).join('; ')}${names.length > MOST_NAMED ? '; …' : ''}. They have ${countOf(units, 'unit')} in stock. Carts and wish lists lose them; orders keep what was bought. What was given other options is stored as new variants, with the stock that stands in the table.`,
    action: 'Delete and save',
  }
}

const MOST_NAMED = 10
