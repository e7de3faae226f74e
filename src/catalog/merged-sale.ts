import { type Issue, issueAt, type Path } from '../platform/input/issues.ts'
import { type Subunits, toMainUnits } from '../platform/money.ts'

/**
 * A sale price above the price, which can come of a bundle that gives one of them and a store that has the other.
 *
 * @param entry what the bundle gives
 * @param merged what the store would then have; the price is the product's for a variant without one
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
