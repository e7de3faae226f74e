import { type Issue, issueAt, type Path } from '../../platform/input/issues.ts'
import { type Subunits, toMainUnits } from '../../platform/money.ts'

/**
 * Checks the sale price against the price when the bundle gives only one of them and the other is stored.
 * @param entry what the bundle gives
 * @param merged entry and stored values combined; a variant without a price has its product's
 */
export function saleIssue(
  path: Path,
  entry: { salePrice?: Subunits | null | undefined },
  merged: { price: Subunits; salePrice: Subunits | null },
  currency: string,
): Issue | null {
  if (merged.salePrice === null || merged.salePrice <= merged.price) return null
  const price = toMainUnits(merged.price, currency)
  const salePrice = toMainUnits(merged.salePrice, currency)
  return entry.salePrice === undefined
    ? issueAt(
        [...path, 'price'],
        `at least the sale price in the store (${salePrice}), or a salePrice beside it`,
        price,
      )
    : issueAt([...path, 'salePrice'], `at most the price (${price})`, salePrice)
}
