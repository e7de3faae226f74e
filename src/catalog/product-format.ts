import { z } from 'zod'
import {
  anyInteger,
  fields,
  type money,
  name,
  picture,
  ratio,
  slug,
  text,
  wholeNumber,
} from '../platform/input/fields.ts'
import { optionsKey } from './product.ts'

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

const stock = wholeNumber(0).nullish().meta({ description: 'null: not counted. Set only when new.' })

/** A product in a bundle, with amounts as `money(currency)` reads them. */
export const productSchema = (amount: ReturnType<typeof money>) =>
  fields({
    slug,
    name: name(255),
    description: text(10_000).optional(),
    price: amount,
    salePrice: amount.nullish().meta({ description: 'At most the price; null: not on sale.' }),
    category: text(255).optional(),
    images: z.array(picture).max(100).optional(),
    stock,
    taxRate: ratio(100, 100).nullish().meta({ description: "Percent; null: the store's." }),
    active: z.boolean().optional(),
    displayOrder: anyInteger.optional(),
    variants: z
      .array(
        fields({
          options: options.meta({ description: 'The same option names in all variants of a product.' }),
          price: amount.nullish().meta({ description: "null: the product's." }),
          salePrice: amount.nullish(),
          stock,
        }),
      )
      .max(500)
      .optional(),
  })

type WholeProduct = z.output<ReturnType<typeof productSchema>>
/** What is given of a product; the rest stays as it is. */
export type ProductChange = { [Field in keyof WholeProduct]?: WholeProduct[Field] | undefined }
/** The same with what names it. */
export type ProductEntry = ProductChange & Pick<WholeProduct, 'slug'>
export type VariantEntry = NonNullable<WholeProduct['variants']>[number]
