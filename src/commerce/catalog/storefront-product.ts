import type { Product } from '../../generated/prisma/client.ts'
import { columnsOf } from '../../platform/database/store-statement.ts'
import type { Subunits } from '../../platform/money.ts'
import type { NumberOutput, TextOutput } from './product-field.ts'
import { type FieldName, fieldEntries, type productFields } from './product-fields.ts'

type NamesWith<Output> = {
  [Name in FieldName]: (typeof productFields)[Name] extends Output ? Name : never
}[FieldName]
type TextName = NamesWith<TextOutput>
type NumberName = NamesWith<NumberOutput>
type ShownName = TextName | NumberName

export const shownNames: readonly ShownName[] = fieldEntries.flatMap(([name, { output }]) =>
  // The names with an `output` are just these.
  output === undefined ? [] : [name as ShownName],
)

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

/** What a schema adds for each field with an `output`. */
export const shownFields = <Text, WholeNumber>(
  exposeText: (name: TextName, options: { description: string }) => Text,
  exposeNumber: (name: NumberName, options: { description: string; nullable: true }) => WholeNumber,
): Record<TextName, Text> & Record<NumberName, WholeNumber> =>
  // Object.fromEntries loses the keys' types. `kind` decides which of the names it is.
  Object.fromEntries(
    fieldEntries.flatMap(([name, { kind, output: description }]) => {
      if (description === undefined) return []
      return [
        [
          name,
          kind === 'text'
            ? exposeText(name as TextName, { description })
            : exposeNumber(name as NumberName, { description, nullable: true }),
        ],
      ]
    }),
  ) as Record<TextName, Text> & Record<NumberName, WholeNumber>
