import type { Product } from '../generated/prisma/client.ts'
import { columnsOf } from '../platform/database/store-statement.ts'
import type { Subunits } from '../platform/money.ts'
import { type FieldName, fieldEntries, type productFields } from './product-fields.ts'

const fields = [
  'id',
  'slug',
  'name',
  'description',
  'price',
  'salePrice',
  'category',
  'brand',
  'stock',
  'reviewCount',
  'ratingSum',
] as const satisfies (keyof Product)[]

/** What shoppers see of a product, and what it is worked out from. */
export interface StorefrontProduct extends Pick<Product, (typeof fields)[number] | 'images'> {
  /** What the cheapest way to buy one costs, in subunits. */
  priceFrom: Subunits
  /** What the most expensive way to buy one costs. */
  priceTo: Subunits
}

/** Reads a price of the product's search row, from which products are filtered and sorted by price. */
const indexed = (price: string) => `coalesce((
    SELECT ${price} FROM product_search AS s WHERE s.store_id = $1 AND s.product_id = products.id
  ), least(products.price, products.sale_price))`

/**
 * The columns of a StorefrontProduct, for a SELECT from `products` whose parameter `$1` is the store's id. Prisma takes a list
 * that is NULL for an empty one.
 */
export const shownColumns = `${columnsOf(fields)}, coalesce(images, '{}') AS images, ${indexed('s.price')} AS "priceFrom",
  ${indexed('coalesce(s.offer_prices[cardinality(s.offer_prices)], s.price)')} AS "priceTo"`

type Fields = typeof productFields
/** Text fields that both schemas show as stored. */
type ShownName = {
  [Name in FieldName]: Fields[Name] extends { kind: 'text'; output: string } ? Name : never
}[FieldName]

/** Makes a GraphQL field of each of these texts with `expose`. */
export const shownFields = <Field>(
  expose: (name: ShownName, options: { description: string }) => Field,
): Record<ShownName, Field> =>
  // Object.fromEntries loses the keys' types. Only text fields have an `output`.
  Object.fromEntries(
    fieldEntries.flatMap(([name, { output }]) =>
      output === undefined ? [] : [[name, expose(name as ShownName, { description: output })]],
    ),
  ) as Record<ShownName, Field>
