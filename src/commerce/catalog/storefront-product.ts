import type { Product } from '../../generated/prisma/client.ts'
import { columnsOf } from '../../platform/database/store-statement.ts'
import type { Subunits } from '../../platform/money.ts'
import { type FieldName, fieldEntries, type productFields } from './product-fields.ts'

type Fields = typeof productFields
type ShownName = {
  [Name in FieldName]: Fields[Name] extends { kind: 'text'; output: string } ? Name : never
}[FieldName]

export const shownNames: readonly ShownName[] =
  // Only text fields have an `output`.
  fieldEntries.flatMap(([name, { output }]) => (output === undefined ? [] : [name as ShownName]))

const fields = [
  'id',
  'slug',
  'description',
  'price',
  'salePrice',
  'stock',
  'taxRateMicro',
  'reviewCount',
  'ratingSum',
  ...shownNames,
] as const satisfies (keyof Product)[]

export interface StorefrontProduct extends Pick<Product, (typeof fields)[number] | 'images'> {
  /** The cheapest offer, in subunits. */
  priceFrom: Subunits
  /** The most expensive offer. */
  priceTo: Subunits
}

/** From the search row, so that prices match filters and sorting. */
const indexed = (price: string) => `coalesce((
    SELECT ${price} FROM product_search AS s WHERE s.store_id = $1 AND s.product_id = products.id
  ), least(products.price, products.sale_price))`

/** For a SELECT from `products` with the store's id as `$1`. Prisma reads a NULL list as empty. */
export const shownColumns = `${columnsOf(fields)}, coalesce(images, '{}') AS images, ${indexed('s.price')} AS "priceFrom",
  ${indexed('coalesce(s.offer_prices[cardinality(s.offer_prices)], s.price)')} AS "priceTo"`

export const shownFields = <Field>(
  expose: (name: ShownName, options: { description: string }) => Field,
): Record<ShownName, Field> =>
  // Object.fromEntries loses the keys' types. Only text fields have an `output`.
  Object.fromEntries(
    fieldEntries.flatMap(([name, { output }]) =>
      output === undefined ? [] : [[name, expose(name as ShownName, { description: output })]],
    ),
  ) as Record<ShownName, Field>
