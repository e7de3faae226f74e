import type { Context } from '../../../api/context.ts'
import type { Subunits } from '../../../platform/money.ts'
import { prices, unitPrice } from '../../catalog/prices.ts'
import { orderedOptions } from '../../catalog/product.ts'
import { isProductAvailable, isVariantAvailable } from '../../catalog/stock/availability.ts'
import { type KnownProduct, withPlainTexts } from './knowledge.ts'

/** With current prices and availability. */
export interface Offer {
  product: KnownProduct
  available: boolean
  price: Subunits
  /** Null when the product is not on sale. */
  salePrice: Subunits | null
  variants: { name: string; price: Subunits; salePrice: Subunits | null; available: boolean }[]
}

/** In the order of `ids`, without products that are no longer active. */
export async function readOffers(context: Context, ids: readonly string[]): Promise<Offer[]> {
  if (ids.length === 0) return []
  const { services, store } = context
  const rows = await services.db.prisma.product.findMany({
    where: { storeId: store.id, id: { in: [...ids] }, active: true },
    include: { variants: { orderBy: [{ position: 'asc' }, { id: 'asc' }] } },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const products = ids.flatMap((id) => byId.get(id) ?? [])
  return Promise.all(products.map((product) => offerOf(context, product)))
}

async function offerOf(context: Context, product: KnownProduct): Promise<Offer> {
  const variants = product.variants.map((variant) => ({ ...variant, product }))
  const [available, ...each] = await Promise.all([
    isProductAvailable(context, product, variants),
    ...variants.map((variant) => isVariantAvailable(context, variant)),
  ])
  return {
    product: withPlainTexts(product),
    available,
    ...prices(product),
    variants: variants.map((variant, at) => ({
      name: orderedOptions(variant)
        .map(({ value }) => value)
        .join(' / '),
      ...prices(product, variant),
      available: each[at] ?? false,
    })),
  }
}

/** Among its variants, in subunits. */
export function lowestPrice(product: KnownProduct): Subunits {
  const choices = product.variants.length > 0 ? product.variants : [null]
  const [lowest] = choices.map((variant) => unitPrice(product, variant)).toSorted(byAmount)
  return lowest ?? unitPrice(product, null)
}

export const byAmount = (a: Subunits, b: Subunits): number => Number(a - b)

export const isOnSale = (product: KnownProduct): boolean =>
  prices(product).salePrice !== null || product.variants.some((variant) => prices(product, variant).salePrice !== null)
