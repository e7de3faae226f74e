import {
  TrialProductDocument,
  type TrialProductFieldsFragment,
  TrialProductsDocument,
} from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { Icon } from '../parts/icons.tsx'
import { useFormats } from '../session/store-context.tsx'
import { isQty, type Line, withOneMore } from './lines.ts'
import { Search } from './search.tsx'

interface CartProps {
  lines: readonly Line[]
  onChange: (lines: Line[]) => void
}

export function Cart({ lines, onChange }: CartProps) {
  return (
    <section class="card" aria-label="Cart">
      <h2>Cart</h2>
      {lines.length === 0 && <p class="quiet">Empty: search for a product and add it.</p>}
      <ul class="rows rows-first" aria-label="Items">
        {lines.map((line, index) => (
          <CartLine
            key={`${line.productId}.${line.variantId}`}
            line={line}
            onChange={(qty) =>
              onChange(
                qty === null
                  ? lines.filter((_, at) => at !== index)
                  : lines.map((other, at) => (at === index ? { ...other, qty } : other)),
              )
            }
          />
        ))}
      </ul>
      <ProductSearch onAdd={(productId, variantId) => onChange(withOneMore(lines, { productId, variantId }))} />
    </section>
  )
}

const optionsText = (options: readonly { value: string }[]): string => options.map(({ value }) => value).join(', ')

function CartLine({ line, onChange }: { line: Line; onChange: (qty: number | null) => void }) {
  const { productId, variantId, qty } = line
  const { data } = useData(TrialProductDocument, { id: productId })
  const product = data?.product
  const variant = product?.variants.find(({ id }) => id === variantId)
  const name = product?.name ?? 'A product'
  return (
    <li>
      <div class="row">
        <div class="row-text">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {variant && (
            <span class="quiet">
              <bdi>{optionsText(variant.options)}</bdi>
            </span>
          )}
        </div>
        <span class="row-actions">
          <input
            type="number"
            class="input qty"
            min={1}
            max={99}
            aria-label={`Units of ${name}`}
            value={qty}
            onInput={({ currentTarget }) => {
              const typed = Number(currentTarget.value)
              if (isQty(typed)) onChange(typed)
            }}
            onBlur={({ currentTarget }) => {
              currentTarget.value = String(qty)
            }}
          />
          <button type="button" class="icon-button" aria-label={`Remove ${name}`} onClick={() => onChange(null)}>
            <Icon name="trash" />
          </button>
        </span>
      </div>
    </li>
  )
}

function ProductSearch({ onAdd }: { onAdd: (productId: string, variantId: string | null) => void }) {
  return (
    <Search
      label="Add a product"
      placeholder="Name, SKU or barcode"
      results="Products found"
      none="No product matches."
      document={TrialProductsDocument}
      pageOf={({ products }) => products}
    >
      {(product) => <FoundProduct key={product.id} product={product} onAdd={onAdd} />}
    </Search>
  )
}

function FoundProduct({
  product,
  onAdd,
}: {
  product: TrialProductFieldsFragment
  onAdd: (productId: string, variantId: string | null) => void
}) {
  const formats = useFormats()
  const { id, name, variants, currency } = product
  const priceOf = (of: { price?: number | null; salePrice?: number | null }) =>
    of.salePrice ?? of.price ?? product.salePrice ?? product.price
  const rows =
    variants.length === 0
      ? [{ variantId: null, label: name, text: '', price: priceOf(product) }]
      : variants.map((variant) => {
          const text = optionsText(variant.options)
          return { variantId: variant.id, label: `${name}, ${text}`, text, price: priceOf(variant) }
        })
  return rows.map(({ variantId, label, text, price }) => (
    <li key={`${id}.${variantId}`}>
      <div class="row">
        <div class="row-text">
          <bdi>{name}</bdi>
          <span class="quiet">
            {text && (
              <>
                <bdi>{text}</bdi> ·{' '}
              </>
            )}
            {formats.money(price, currency)}
          </span>
        </div>
        <button type="button" class="button" aria-label={`Add ${label}`} onClick={() => onAdd(id, variantId)}>
          <Icon name="plus" /> Add
        </button>
      </div>
    </li>
  ))
}
