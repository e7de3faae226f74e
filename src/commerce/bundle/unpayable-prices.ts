import { type Issue, issueAt, type Path } from '../../platform/input/issues.ts'
import { currencyExponent, payableAmount, roundingUnit, type Subunits, toMainUnits } from '../../platform/money.ts'
import type { Bundle } from './bundle-format.ts'

type Prices = Pick<NonNullable<Bundle['products']>[number], 'salePrice'> & { price?: Subunits | null | undefined }

/**
 * Prices and fees whose last decimal payment providers do not take. They are imported, for stores from before they were refused;
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
    ...(store.shipping?.zones ?? []).flatMap(({ methods = [] }, zone) =>
      methods.flatMap(({ tiers = [], stepFee }, index) => {
        const path = ['store', 'shipping', 'zones', zone, 'methods', index]
        return [
          ...tiers.flatMap(({ fee }, tier) => check([...path, 'tiers', tier, 'fee'], fee)),
          ...check([...path, 'stepFee'], stepFee),
        ]
      }),
    ),
    ...(store.paymentMethods ?? []).flatMap(({ fee }, index) => check(['store', 'paymentMethods', index, 'fee'], fee)),
    ...products.flatMap(({ price, salePrice, variants = [] }, index) => [
      ...checkPrices(['products', index], { price, salePrice }),
      ...variants.flatMap((variant, at) => checkPrices(['products', index, 'variants', at], variant)),
    ]),
  ]
}
