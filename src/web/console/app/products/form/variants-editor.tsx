import { useId, useState } from 'preact/hooks'
import type { ProductDetailsFragment } from '../../../../../generated/console/documents.ts'
import { MAX_VARIANTS } from '../../../../../shared/bounds.ts'
import { mistakeIn, money, type TypedKind, typedNumber, whole } from '../../parts/form/typed-numbers.ts'
import { Understood } from '../../parts/form/understood.tsx'
import { countOf } from '../../parts/formats.ts'
import { Icon } from '../../parts/icons.tsx'
import { useFormats } from '../../session/store-context.tsx'
import { OptionsEditor } from './options-editor.tsx'
import { type Picture, storedKey } from './product-values.ts'
import { StockNow } from './stock-now.tsx'
import { VariantPicture } from './variant-picture.tsx'
import { keyOf, missingCount, optionsOf, type VariantRow, withAll } from './variant-rows.ts'

interface VariantsEditorProps {
  value: readonly VariantRow[]
  onChange: (value: VariantRow[]) => void
  /** Null for a new one. */
  product: ProductDetailsFragment | null
  /** Of the product. */
  pictures: readonly Picture[]
  currency: string
  mayChange: boolean
}

/** What a product is sold in: its options, and a row for each combination. */
export function VariantsEditor({ value, onChange, product, pictures, currency, mayChange }: VariantsEditorProps) {
  const stored = new Map(product?.variants.map((variant) => [storedKey(variant), variant]))
  const { numbers } = useFormats()
  const options = optionsOf(value)
  const missing = missingCount(value)

  /** A stored variant that gets other options becomes a new one, and takes its stock along. */
  const reshape = (change: (rows: VariantRow[]) => VariantRow[]) => {
    const carrying = value.map((row) => ({
      ...row,
      stock: stored.has(keyOf(row.options)) ? typedNumber(stored.get(keyOf(row.options))?.stock, numbers) : row.stock,
    }))
    const rows = change(carrying).map((row) => (stored.has(keyOf(row.options)) ? { ...row, stock: '' } : row))
    if (rows.length <= MAX_VARIANTS) onChange(rows)
  }
  const set = (at: number, change: Partial<VariantRow>) =>
    onChange(value.map((row, index) => (index === at ? { ...row, ...change } : row)))

  return (
    <div class="form">
      {mayChange && <OptionsEditor options={options} reshape={reshape} />}
      {value.length > 0 && (
        <p class="quiet">
          “Same”: as the product. “Shared”: from the product’s own stock. Stock of existing variants is saved at once.
        </p>
      )}
      {value.length > 0 && (
        <section class="scroll" aria-label="Variants" tabindex={0}>
          <table class="table variants" aria-label="Variants">
            <thead>
              <tr>
                {options.map(({ name }) => (
                  <th key={name} scope="col">
                    <bdi>{name}</bdi>
                  </th>
                ))}
                {priceColumns.map(([field, title]) => (
                  <th key={field} scope="col">
                    {title} ({currency})
                  </th>
                ))}
                <th scope="col">Stock</th>
                {codeColumns.map(([field, title]) => (
                  <th key={field} scope="col">
                    {title}
                  </th>
                ))}
                <th scope="col">Picture</th>
                {mayChange && (
                  <th>
                    <span class="hidden">Remove</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {value.map((row, at) => {
                const name = options.map((option) => row.options[option.name] ?? '').join(', ')
                const variant = stored.get(keyOf(row.options))
                return (
                  <tr key={keyOf(row.options)}>
                    {options.map((option) => (
                      <td key={option.name} data-label={option.name}>
                        <bdi>{row.options[option.name]}</bdi>
                      </td>
                    ))}
                    {priceColumns.map((column) => (
                      <TypedCell
                        key={column[0]}
                        column={column}
                        row={row}
                        name={name}
                        onType={(typed) => set(at, typed)}
                      />
                    ))}
                    <td data-label="Stock">
                      {product && variant ? (
                        <StockNow product={product} variant={variant} mayChange={mayChange} />
                      ) : (
                        <input
                          class="input variant-input"
                          inputMode="numeric"
                          aria-label={`Stock of ${name}`}
                          placeholder="Shared"
                          value={row.stock}
                          onInput={({ currentTarget }) => set(at, { stock: currentTarget.value })}
                        />
                      )}
                      {!variant && <Understood typed={row.stock} kind={whole} />}
                    </td>
                    {codeColumns.map((column) => (
                      <TypedCell
                        key={column[0]}
                        column={column}
                        row={row}
                        name={name}
                        onType={(typed) => set(at, typed)}
                      />
                    ))}
                    <td data-label="Picture">
                      <VariantPicture
                        name={name}
                        value={row.picture}
                        pictures={pictures}
                        onChange={(url) => set(at, { picture: url })}
                      />
                    </td>
                    {mayChange && (
                      <td>
                        <button
                          type="button"
                          class="icon-button"
                          aria-label={`Remove ${name}`}
                          onClick={() => onChange(value.toSpliced(at, 1))}
                        >
                          <Icon name="trash" />
                        </button>
                      </td>
                    )}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </section>
      )}
      {missing > 0 && value.length + missing <= MAX_VARIANTS && mayChange && (
        <div>
          <button type="button" class="button" onClick={() => reshape(withAll)}>
            <Icon name="plus" /> Add the {countOf(missing, 'missing combination')}
          </button>
        </div>
      )}
    </div>
  )
}

type Typed = Exclude<keyof VariantRow, 'options' | 'stock' | 'picture'>

type Column = readonly [field: Typed, title: string, forNothing: string]

const priceColumns: readonly Column[] = [
  ['price', 'Price', 'Same'],
  ['salePrice', 'Sale price', '—'],
]

const codeColumns: readonly Column[] = [
  ['sku', 'SKU', '—'],
  ['barcode', 'Barcode', '—'],
  ['weight', 'Weight (g)', 'Same'],
]

const kinds: Partial<Record<Typed, TypedKind>> = { price: money, salePrice: money, weight: whole }

interface TypedCellProps {
  column: Column
  row: VariantRow
  /** Of the variant. */
  name: string
  onType: (typed: Partial<VariantRow>) => void
}

function TypedCell({ column: [field, title, placeholder], row, name, onType }: TypedCellProps) {
  const [isTyped, setTyped] = useState(false)
  const { numbers } = useFormats()
  const { [field]: kind } = kinds
  const mistake = kind && mistakeIn(row[field], numbers, kind)
  const id = useId()
  return (
    <td data-label={title}>
      <input
        class="input variant-input"
        inputMode={field === 'sku' || field === 'barcode' ? 'text' : 'decimal'}
        aria-label={`${title} of ${name}`}
        placeholder={placeholder}
        value={row[field]}
        aria-invalid={mistake ? true : undefined}
        aria-describedby={mistake && id}
        onInput={({ currentTarget }) => {
          setTyped(true)
          onType({ [field]: currentTarget.value })
        }}
      />
      {isTyped && kind && <Understood typed={row[field]} kind={kind} />}
      {mistake && (
        <p class="field-mistake" id={id}>
          {mistake}
        </p>
      )}
    </td>
  )
}
