import type { ComponentChildren } from 'preact'
import { Icon } from '../parts/icons.tsx'

interface TierGridProps {
  basis: 'FLAT' | 'PRICE' | 'WEIGHT'
  currency: string
  count: number
  mistake: unknown
  onAdd: () => void
  onRemove: (index: number) => void
  /** The field of a row. */
  cell: (index: number, of: 'from' | 'fee', label: string, unit: string) => ComponentChildren
}

/** The fees of a delivery method: from which value on, and how much. A flat fee is one number. */
export function TierGrid({ basis, currency, count, mistake, onAdd, onRemove, cell }: TierGridProps) {
  if (basis === 'FLAT') return <div class="form-grid">{cell(0, 'fee', 'Fee of an order', currency)}</div>
  const unit = basis === 'WEIGHT' ? 'g' : currency
  const of = basis === 'WEIGHT' ? 'Weight' : 'Goods'
  return (
    <fieldset class="fields">
      <legend class="field-group">Fees: the last row that is not above the order applies</legend>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} class="tier">
          {index === 0 ? (
            <div class="field">
              <span class="field-label">{of} from</span>
              <span class="tier-first">0 {unit}</span>
            </div>
          ) : (
            cell(index, 'from', `${of} from`, unit)
          )}
          {cell(index, 'fee', 'Fee', currency)}
          {index > 0 && (
            <button
              type="button"
              class="icon-button"
              aria-label={`Remove row ${index + 1}`}
              onClick={() => onRemove(index)}
            >
              <Icon name="trash" />
            </button>
          )}
        </div>
      ))}
      {Boolean(mistake) && (
        <span class="field-mistake" role="alert">
          {String(mistake)}
        </span>
      )}
      <div class="form-actions">
        <button type="button" class="button" onClick={onAdd}>
          <Icon name="plus" /> Add a row
        </button>
      </div>
    </fieldset>
  )
}
