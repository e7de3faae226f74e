import { Prisma, type Product, type Variant } from '../../generated/prisma/client.ts'
import { arrayOf } from '../../platform/database/statements.ts'

// SQL: part of the statement that prices a cart.

export interface PricedProduct
  extends Pick<Product, 'id' | 'name' | 'price' | 'salePrice' | 'taxRateMicro' | 'stock' | 'sku' | 'weight'> {
  variants: PricedVariant[]
  picture?: string | null
}

export type PricedVariant = Pick<
  Variant,
  'id' | 'optionsKey' | 'optionNames' | 'price' | 'salePrice' | 'stock' | 'sku' | 'weight'
>

type PricesAsText<Row> = Omit<Row, 'price' | 'salePrice'> & { price: string | null; salePrice: string | null }

/** Amounts are texts, because JSON numbers would round them. */
export type ProductAsJson = PricesAsText<Omit<PricedProduct, 'variants'>> & {
  price: string
  variants: PricesAsText<PricedVariant>[] | null
}

export const pricedProductsAsJson = (
  storeId: string,
  ids: readonly string[],
  { pictures = false } = {},
): Prisma.Sql => Prisma.sql`(
  SELECT json_agg(json_build_object(
    'id', id, 'name', name, 'price', price::text, 'salePrice', sale_price::text, 'taxRateMicro', tax_rate_micro,
    'stock', stock, 'sku', sku, 'weight', weight, ${pictures ? Prisma.sql`'picture', images[1],` : Prisma.empty}
    'variants', (
      SELECT json_agg(json_build_object(
        'id', id, 'optionsKey', options_key, 'optionNames', option_names, 'price', price::text, 'salePrice', sale_price::text, 'stock', stock,
        'sku', sku, 'weight', weight))
      FROM variants WHERE store_id = ${storeId}::uuid AND product_id = products.id
    )))
  FROM products WHERE store_id = ${storeId}::uuid AND id = ANY(${arrayOf(ids, 'uuid')}) AND active
)`

/** By id. @param json null when there are none */
export const pricedProductsOf = (json: readonly ProductAsJson[] | null): ReadonlyMap<string, PricedProduct> =>
  new Map(
    (json ?? []).map(({ variants, ...product }) => [
      product.id,
      {
        ...product,
        price: BigInt(product.price),
        salePrice: amountOf(product.salePrice),
        variants: (variants ?? []).map((variant) => ({
          ...variant,
          price: amountOf(variant.price),
          salePrice: amountOf(variant.salePrice),
        })),
      },
    ]),
  )

const amountOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))
