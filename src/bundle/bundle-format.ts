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
 * The file format of a whole store, composed of each domain's part. Parsing turns amounts into subunits, ratios into
 * millionths, times into dates, phones into digits and codes into upper case. A field that is left out is `undefined`
 * and keeps its stored value; `null` clears it.
 *
 * Asked for with the currency of the amounts; null when the bundle names no known currency.
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
  // A store from before prices were refused that no provider takes is imported as it is: see unpayablePrices.
  'any',
)

/** A bundle after it was checked and parsed. */
export type Bundle = z.output<ReturnType<typeof bundleSchema>>
/** A bundle as JSON, before parsing. */
export type BundleJson = z.input<ReturnType<typeof bundleSchema>>
