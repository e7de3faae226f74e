import { useState } from 'preact/hooks'
import { type ProductDetailsFragment, SetStockDocument } from '../../../../../generated/console/documents.ts'
import type { RequestError } from '../../data/request.ts'
import { useChange, useInvalidate } from '../../data/use-data.ts'
import { whole } from '../../parts/form/typed-numbers.ts'
import { say, sayError } from '../../parts/toasts.tsx'
import { CellInput, checkStock } from '../list/cell-input.tsx'
import { ChangeStockDialog } from './change-stock-dialog.tsx'

type Variant = ProductDetailsFragment['variants'][number]

interface StockNowProps {
  product: ProductDetailsFragment
  /** Of the product itself when left out. */
  variant?: Variant
  mayChange: boolean
}

/** The stock of what is stored: saved at once and based on what one sees, so that no sale in between is undone. */
export function StockNow({ product, variant, mayChange }: StockNowProps) {
  const change = useChange(SetStockDocument)
  const invalidate = useInvalidate()
  const [mistake, setMistake] = useState<string | null>(null)
  const [isChanging, setChanging] = useState(false)
  const { stock = null, held } = variant ?? product
  const name = [product.name, ...(variant?.options.map(({ value }) => value) ?? [])].join(', ')

  async function set(to: number | null, basedOn: number | null): Promise<void> {
    setMistake(null)
    try {
      await change.mutateAsync({ productId: product.id, variantId: variant?.id ?? null, stock: to, basedOn })
      say(`Stock of “${name}”: ${to ?? 'not counted'}`, () => void set(basedOn, to))
    } catch (error) {
      const refused = error as RequestError
      if (refused.reason !== 'OUTDATED_VERSION') return sayError(refused)
      await invalidate()
      setMistake(refused.message)
    }
  }

  return (
    <span class="cell-edit">
      {mayChange ? (
        <CellInput
          label={`Stock of ${name}`}
          value={stock}
          placeholder={variant ? 'Shared' : 'Not counted'}
          kind={whole}
          check={checkStock}
          save={(typed) => set(typed, stock)}
        />
      ) : (
        <span>{stock ?? '—'}</span>
      )}
      {mayChange && stock !== null && (
        <button
          type="button"
          class="link-button"
          aria-label={`Add or remove units of ${name}`}
          onClick={() => setChanging(true)}
        >
          Add or remove…
        </button>
      )}
      {isChanging && stock !== null && (
        <ChangeStockDialog
          productId={product.id}
          variantId={variant?.id ?? null}
          {...{ name, stock }}
          onClose={() => setChanging(false)}
        />
      )}
      {held > 0 && <span class="quiet">{held} held by open orders</span>}
      {mistake && (
        <span class="cell-conflict" role="alert">
          {mistake}
        </span>
      )}
    </span>
  )
}
