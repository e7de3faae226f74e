import { z } from 'zod'
import { byCurrency, fields } from '../../platform/input/fields.ts'
import { productSchema } from '../catalog/change/product-format.ts'
import { redirectSchema } from '../catalog/redirects/redirect-format.ts'
import { MAX_REDIRECTS } from '../catalog/redirects/write-redirects.ts'
import { customerSchema } from '../customers/customer-format.ts'
import { MAX_ZONES, zoneSchema } from '../delivery/change/zone-format.ts'
import { discountSchema } from '../discounts/discount-format.ts'
import { menuFormat } from '../menus/menu-format.ts'
import { MAX_PAGES, pageSchema } from '../pages/page-format.ts'
import { MAX_PAYMENT_METHODS, paymentMethodSchema } from '../payments/methods/payment-method-format.ts'
import { paymentsSchema } from '../payments/payments-format.ts'
import { reviewSchema } from '../reviews/review-format.ts'
import { shippingFields, storeFields } from '../stores/store-format.ts'

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
        shipping: fields({
          ...shippingFields(amount),
          zones: z.array(zoneSchema(amount)).max(MAX_ZONES).optional().meta({
            description: 'The delivery zones. An order belongs to the first that has its destination.',
          }),
        }).optional(),
        paymentMethods: z
          .array(paymentMethodSchema(amount))
          .max(MAX_PAYMENT_METHODS)
          .optional()
          .meta({ description: 'The ways to pay without the payment provider.' }),
        payments: paymentsSchema.nullish().meta({ description: 'null if the store takes no payments.' }),
      }),
      products: z.array(productSchema(amount)).optional(),
      discounts: z.array(discountSchema(amount)).optional(),
      customers: z.array(customerSchema).optional(),
      reviews: z.array(reviewSchema).optional(),
      redirects: z
        .array(redirectSchema)
        .max(MAX_REDIRECTS)
        .optional()
        .meta({ description: 'Where visitors of old addresses are led.' }),
      menus: fields({ header: menuFormat.nullish(), footer: menuFormat.nullish() })
        .optional()
        .meta({ description: 'The menus of the shop. The first level of `footer` is also `store.appearance.links`.' }),
      pages: z.array(pageSchema).max(MAX_PAGES).optional().meta({ description: 'Pages of the owner, such as terms.' }),
    }),
  // Stores from before such prices were refused can still be moved: see unpayablePrices.
  'any',
)

/** Checked and parsed. */
export type Bundle = z.output<ReturnType<typeof bundleSchema>>
/** Before parsing. */
export type BundleJson = z.input<ReturnType<typeof bundleSchema>>
