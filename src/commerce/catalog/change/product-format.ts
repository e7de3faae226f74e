import { z } from 'zod'
import type { Product } from '../../../generated/prisma/client.ts'
import { fields, type money, name, picture, slug } from '../../../platform/input/fields.ts'
import { recordOf } from '../../../platform/record-of.ts'
import { comparableText } from '../../../platform/text/text.ts'
import { MAX_VARIANTS } from '../../../shared/bounds.ts'
import { uploadedAddress } from '../../stores/uploaded-addresses.ts'
import { optionsKey } from '../product.ts'
import type { ToMainUnits } from '../product-field.ts'
import { type FieldName, fieldEntries, productFields } from '../product-fields.ts'

/** A B-tree entry holds about 2,700 bytes; the rest of the key needs room. */
const MAX_OPTIONS_BYTES = 2_000

const options = z
  .record(name(100), name(255))
  .refine((given) => Object.keys(given).length > 0, { error: 'at least one option like {"size": "250g"}' })
  .refine((given) => new Set(Object.keys(given).map(comparableText)).size === Object.keys(given).length, {
    error: 'option names that differ in more than case',
  })
  .refine((given) => Buffer.byteLength(optionsKey(given)) <= MAX_OPTIONS_BYTES, {
    error: `options of at most ${MAX_OPTIONS_BYTES} bytes altogether`,
  })
  .meta({ minProperties: 1 })

type Amount = ReturnType<typeof money>
type Formats = { [Name in FieldName]: ReturnType<(typeof productFields)[Name]['format']> }

export const productSchema = (amount: Amount) =>
  fields({
    slug: slug
      .optional()
      .meta({ description: 'If omitted: the product of this name, or a new one with a slug derived from the name.' }),
    // recordOf loses which format belongs to which field.
    ...(recordOf(fieldEntries.map(([name, { format }]) => [name, format(amount)] as const)) as Formats),
    variants: z
      .array(
        fields({
          options: options.meta({ description: 'All variants of a product must have the same option names.' }),
          price: amount.nullish().meta({ description: "null to use the product's price." }),
          salePrice: amount.nullish(),
          stock: productFields.stock.format(),
          weight: productFields.weight.format().meta({ description: "In grams; null to use the product's weight." }),
          sku: productFields.sku.format(),
          barcode: productFields.barcode.format(),
          picture: picture
            .nullish()
            .meta({ description: 'The picture that shows this variant; null for none of its own.' }),
        }),
      )
      .max(MAX_VARIANTS)
      .optional(),
  })

type WholeProduct = z.output<ReturnType<typeof productSchema>>
export type ProductJson = z.input<ReturnType<typeof productSchema>>
export type ProductChange = { [Field in keyof WholeProduct]?: WholeProduct[Field] | undefined }
export type ProductEntry = ProductChange & { slug: string }
export type VariantEntry = NonNullable<WholeProduct['variants']>[number]

/** @param baseUrl of the service, for uploaded pictures; empty for their paths */
export function readFields(product: Product, toMainUnits: ToMainUnits, baseUrl: string) {
  // recordOf loses which value belongs to which field.
  const read = recordOf(fieldEntries.map(([name, { read }]) => [name, read(product, toMainUnits)] as const)) as Pick<
    ProductJson,
    FieldName
  >
  return {
    ...read,
    images: read.images?.map((address) => uploadedAddress(address, baseUrl)),
    media: read.media?.map((picture) => ({ ...picture, url: uploadedAddress(picture.url, baseUrl) })),
  }
}
