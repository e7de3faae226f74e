import { CategoriesDocument, type ProductDetailsFragment } from '../../../../../generated/console/documents.ts'
import { useData } from '../../data/use-data.ts'
import type { useRecordForm } from '../../parts/form/record-form.tsx'
import { percentage } from '../../parts/form/typed-numbers.ts'
import { useStore } from '../../session/store-context.tsx'
import { AttributesEditor } from './attributes-editor.tsx'
import { PicturesEditor } from './pictures-editor.tsx'
import type { ProductValues } from './product-values.ts'
import { SearchPreview } from './search-preview.tsx'
import { StockNow } from './stock-now.tsx'
import { VariantsEditor } from './variants-editor.tsx'

interface ProductFieldsProps {
  record: ReturnType<typeof useRecordForm<ProductValues>>
  /** Null for a new one. */
  product: ProductDetailsFragment | null
  mayChange: boolean
}

export function ProductFields({ record: { fields, form }, product, mayChange }: ProductFieldsProps) {
  const { currency } = useStore().session
  const { data: known } = useData(CategoriesDocument, {})
  return (
    <div class="columns">
      <div class="column-main">
        <fieldset class="card fields">
          <legend class="hidden">What it is</legend>
          {fields.text('name', { required: true })}
          {fields.longText('description', { rows: 7 })}
        </fieldset>
        <fieldset class="card fields">
          <legend class="card-title">Pictures</legend>
          <form.Field name="media">
            {(field) => (
              <>
                <PicturesEditor value={field.state.value} onChange={field.handleChange} />
                <Mistakes errors={field.state.meta.errors} />
              </>
            )}
          </form.Field>
        </fieldset>
        <fieldset class="card fields">
          <legend class="card-title">Variants</legend>
          <form.Field name="variants">
            {(field) => (
              <>
                <form.Subscribe selector={({ values }) => values.media}>
                  {(pictures) => (
                    <VariantsEditor
                      value={field.state.value}
                      onChange={field.handleChange}
                      {...{ product, pictures, currency, mayChange }}
                    />
                  )}
                </form.Subscribe>
                <Mistakes errors={field.state.meta.errors} />
              </>
            )}
          </form.Field>
        </fieldset>
        <fieldset class="card fields">
          <legend class="card-title">Attributes</legend>
          <form.Field name="attributes">
            {(field) => (
              <>
                <AttributesEditor value={field.state.value} onChange={field.handleChange} />
                <Mistakes errors={field.state.meta.errors} />
              </>
            )}
          </form.Field>
        </fieldset>
        <fieldset class="card fields">
          <legend class="card-title">Search engines</legend>
          {fields.text('seoTitle', { hint: 'Empty: the name. About 60 characters are shown.' })}
          {fields.longText('seoDescription', {
            rows: 3,
            hint: 'Empty: the beginning of the description. About 160 characters are shown.',
          })}
          <form.Subscribe selector={({ values }) => values}>
            {({ name, slug, description, seoTitle, seoDescription }) => (
              <SearchPreview title={seoTitle || name} slug={slug} description={seoDescription || description} />
            )}
          </form.Subscribe>
        </fieldset>
      </div>
      <div class="column-side">
        <fieldset class="card fields">
          <legend class="card-title">Price</legend>
          {fields.money('price', { required: true })}
          {fields.money('salePrice', { hint: 'Empty: not on sale.' })}
          {fields.number('taxRate', { unit: '%', kind: percentage, hint: 'Empty: the store’s.' })}
        </fieldset>
        <fieldset class="card fields">
          <legend class="card-title">Stock</legend>
          {product ? (
            <div class="field">
              <span class="field-label">
                {product.variants.length > 0 ? 'Shared by variants without a stock of their own' : 'In stock'}
              </span>
              <StockNow product={product} mayChange={mayChange} />
              <span class="field-hint">Saved at once. Empty: not counted.</span>
            </div>
          ) : (
            fields.number('stock', { hint: 'Empty: not counted.' })
          )}
          {fields.text('sku')}
          {fields.text('barcode')}
          {fields.number('weight', { unit: 'g' })}
        </fieldset>
        <fieldset class="card fields">
          <legend class="card-title">In the shop</legend>
          {!product && fields.toggle('active', { hint: 'Otherwise it is archived, to be shown later.' })}
          {fields.text('category', { list: 'categories' })}
          <datalist id="categories">
            {known?.categories?.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {fields.text('brand')}
          {fields.text('slug', { hint: product ? 'Links to the former one break.' : 'Empty: made of the name.' })}
          {fields.number('displayOrder', { hint: 'Lower numbers come first.' })}
        </fieldset>
      </div>
    </div>
  )
}

function Mistakes({ errors }: { errors: readonly unknown[] }) {
  const texts = errors.filter((error) => typeof error === 'string')
  if (texts.length === 0) return null
  return (
    <p class="field-mistake" role="alert">
      {texts.join(' ')}
    </p>
  )
}
