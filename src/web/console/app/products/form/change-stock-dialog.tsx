import { ChangeStockDocument } from '../../../../../generated/console/documents.ts'
import { useChange } from '../../data/use-data.ts'
import { DifferenceDialog } from '../../parts/form/difference-dialog.tsx'
import { countOf } from '../../parts/formats.ts'

interface ChangeStockProps {
  productId: string
  /** Null for the product's own stock. */
  variantId: string | null
  /** Of the product or variant. */
  name: string
  stock: number
  onClose: () => void
}

/** Adds units or removes them, whatever is sold meanwhile. */
export function ChangeStockDialog({ productId, variantId, name, stock, onClose }: ChangeStockProps) {
  const change = useChange(ChangeStockDocument)
  return (
    <DifferenceDialog
      title="Add or remove units"
      about={
        <>
          <bdi>{name}</bdi>: {countOf(stock, 'unit')} in stock. What is sold meanwhile is taken off as well.
        </>
      }
      action="Change the stock"
      counted="unit"
      label="Units"
      reasonHint="Such as: delivery of 12 May, broken, given to a customer."
      now={stock}
      change={change}
      send={(by, reason) => change.mutateAsync({ productId, variantId, by, reason })}
      saidOf={(by) => `“${name}”: ${by}`}
      onClose={onClose}
    />
  )
}
