import { z } from 'zod'
import { productSchema } from '../catalog/product-format.ts'
import { customerSchema } from '../customers/customer-format.ts'
import { discountSchema } from '../discounts/discount-format.ts'
import { paymentsSchema } from '../payments/payments-format.ts'
import { fields, money } from '../platform/input/fields.ts'
import { reviewSchema } from '../reviews/review-format.ts'
import { storeFields } from '../stores/store-format.ts'

export const BUNDLE_FORMAT = 'storefront-bundle/1'

/**
 * The format of a whole store as a file; each domain has its part of it. Parsing gives amounts in subunits, ratios in
 * millionths, moments as dates, phones as digits and codes in upper case. A field that is left out is `undefined` and
 * means "as it is"; `null` means "none".
 *
 * @param currencyCode the currency that amounts are in; null when the bundle names none that exists
 */
export function bundleSchema(currencyCode: string | null) {
  const amount = money(currencyCode)
  return fields({
    $schema: z.string().optional().meta({ description: 'The JSON Schema of this format, for editors.' }),
    format: z.literal(BUNDLE_FORMAT),
    store: fields({
      ...storeFields(amount),
      payments: paymentsSchema.nullish().meta({ description: 'null: not configured.' }),
    }),
    products: z.array(productSchema(amount)).optional(),
    discounts: z.array(discountSchema(amount)).optional(),
    customers: z.array(customerSchema).optional(),
    reviews: z.array(reviewSchema).optional(),
  })
}

/** A bundle as it is checked and understood. */
export type Bundle = z.output<ReturnType<typeof bundleSchema>>
/** A bundle as it stands in a file. */
export type BundleJson = z.input<ReturnType<typeof bundleSchema>>
