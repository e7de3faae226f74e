import { z } from 'zod'
import { productSchema } from '../catalog/change/product-format.ts'
import { customerSchema } from '../customers/customer-format.ts'
import { discountSchema } from '../discounts/discount-format.ts'
import { paymentsSchema } from '../payments/payments-format.ts'
import { byCurrency, fields } from '../platform/input/fields.ts'
import { reviewSchema } from '../reviews/review-format.ts'
import { storeFields } from '../stores/store-format.ts'

export const BUNDLE_FORMAT = 'storefront-bundle/1'

/**
 * A whole store, composed of each domain's part. Parsing normalises: subunits, millionths, dates, phones, codes. A
 * field that is left out stays as stored; `null` clears it. The currency is null when the bundle names no known one.
 */
export const bundleSchema = byCurrency(
  (amount) =>
    fields({
      $schema: z.string().optional().meta({ description: 'The URL of the JSON Schema of this format, for editors.' }),
      format: z.literal(BUNDLE_FORMAT),
      store: fields({
        ...storeFields(amount),
        payments: paymentsSchema.nullish().meta({ description: 'null if the store takes no payments.' }),
      }),
      products: z.array(productSchema(amount)).optional(),
      discounts: z.array(discountSchema(amount)).optional(),
      customers: z.array(customerSchema).optional(),
      reviews: z.array(reviewSchema).optional(),
    }),
  // Stores from before such prices were refused can still be moved: see unpayablePrices.
  'any',
)

/** Checked and parsed. */
export type Bundle = z.output<ReturnType<typeof bundleSchema>>
/** Before parsing. */
export type BundleJson = z.input<ReturnType<typeof bundleSchema>>
