import { z } from 'zod'
import type { Product } from '../generated/prisma/client.ts'
import { fields, type money, name, slug } from '../platform/input/fields.ts'
import { recordOf } from '../platform/record-of.ts'
import { optionsKey } from './product.ts'
import { type FieldName, fieldEntries, productFields, type ToMainUnits } from './product-fields.ts'

/** What a B-tree index of PostgreSQL holds, with room for the rest of the key. */
const MAX_OPTIONS_BYTES = 2_000

/** What tells variants of a product apart: `{"size": "250g"}`. */
const options = z
  .record(name(100), name(255))
  .refine((given) => Object.keys(given).length > 0, { error: 'at least one option like {"size": "250g"}' })
  .refine((given) => Buffer.byteLength(optionsKey(given)) <= MAX_OPTIONS_BYTES, {
    error: `options of at most ${MAX_OPTIONS_BYTES} bytes altogether`,
  })
  .meta({ minProperties: 1 })

type Amount = ReturnType<typeof money>
type Formats = { [Name in FieldName]: ReturnType<(typeof productFields)[Name]['format']> }

/** A product in a bundle, with amounts as `money(currency)` reads them. */
export const productSchema = (amount: Amount) =>
  fields({
    slug,
    // The list has each field's own format.
    ...(recordOf(fieldEntries.map(([name, { format }]) => [name, format(amount)] as const)) as Formats),
    variants: z
      .array(
        fields({
          options: options.meta({ description: 'The same option names in all variants of a product.' }),
          price: amount.nullish().meta({ description: "null: the product's." }),
          salePrice: amount.nullish(),
          stock: productFields.stock.format(),
        }),
      )
      .max(500)
      .optional(),
  })

type WholeProduct = z.output<ReturnType<typeof productSchema>>
/** A product as it stands in a bundle. */
export type ProductJson = z.input<ReturnType<typeof productSchema>>
/** What is given of a product; the rest stays as it is. */
export type ProductChange = { [Field in keyof WholeProduct]?: WholeProduct[Field] | undefined }
/** The same with what names it. */
export type ProductEntry = ProductChange & Pick<WholeProduct, 'slug'>
export type VariantEntry = NonNullable<WholeProduct['variants']>[number]

/** A stored product as a bundle gives it, but for its slug and its variants. */
export const readFields = (product: Product, toMainUnits: ToMainUnits) =>
  // The list reads each field as its own format has it.
  recordOf(fieldEntries.map(([name, { read }]) => [name, read(product, toMainUnits)] as const)) as Pick<
    ProductJson,
    FieldName
  >
