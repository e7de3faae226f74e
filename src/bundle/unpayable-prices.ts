import { type Issue, issueAt, type Path } from '../platform/input/issues.ts'
import { currencyExponent, payableAmount, roundingUnit, type Subunits, toMainUnits } from '../platform/money.ts'
import type { Bundle } from './bundle-format.ts'

type Prices = Pick<NonNullable<Bundle['products']>[number], 'salePrice'> & { price?: Subunits | null | undefined }

/**
 * Prices whose last decimal payment providers do not take. They are imported, for stores from before they were refused;
 * orders are rounded.
 */
export function unpayablePrices({ store, products = [] }: Bundle): Issue[] {
  const { currency } = store
  const unit = roundingUnit(currencyExponent(currency))
  const check = (path: Path, price: Subunits | null | undefined): Issue[] =>
    price == null || price % unit === 0n ? [] : [issueAt(path, payableAmount(currency), toMainUnits(price, currency))]
  const checkPrices = (path: Path, prices: Prices) => [
    ...check([...path, 'price'], prices.price),
    ...check([...path, 'salePrice'], prices.salePrice),
  ]
  return [
    ...check(['store', 'shipping', 'fee'], store.shipping?.fee),
    ...products.flatMap(({ price, salePrice, variants = [] }, index) => [
      ...checkPrices(['products', index], { price, salePrice }),
      ...variants.flatMap((variant, at) => checkPrices(['products', index, 'variants', at], variant)),
    ]),
  ]
}
