import { z } from 'zod'
import {
  anyInteger,
  currency,
  discountCode,
  email,
  fields,
  moment,
  money,
  name,
  options,
  password,
  phone,
  picture,
  ratio,
  slug,
  subdomain,
  text,
  timeZone,
  wholeNumber,
} from '../platform/input/fields.ts'

export const BUNDLE_FORMAT = 'storefront-bundle/1'

/** The name that a review without one carries. */
export const ANONYMOUS = 'Anonymous'

/**
 * The format itself. Parsing gives amounts in subunits, ratios in millionths, moments as dates, phones as digits and
 * codes in upper case. A field that is left out is `undefined` and means "as it is"; `null` means "none".
 *
 * @param currencyCode the currency that amounts are in; null when the bundle names none that exists
 */
export function bundleSchema(currencyCode: string | null) {
  const amount = money(currencyCode)
  return fields({
    $schema: z.string().optional().meta({ description: 'The JSON Schema of this format, for editors.' }),
    format: z.literal(BUNDLE_FORMAT),
    store: storeSchema(amount),
    products: z.array(productSchema(amount)).optional(),
    discounts: z.array(discountSchema(amount)).optional(),
    customers: z.array(customer).optional(),
    reviews: z.array(review).optional(),
  })
}

/** A bundle as it is checked and understood. */
export type Bundle = z.output<ReturnType<typeof bundleSchema>>
/** A bundle as it stands in a file. */
export type BundleJson = z.input<ReturnType<typeof bundleSchema>>

export type BundleStore = Bundle['store']
export type BundleProduct = NonNullable<Bundle['products']>[number]
/** What is given of a product; the rest stays as it is. */
export type ProductChange = { [Field in keyof BundleProduct]?: BundleProduct[Field] | undefined }
/** The same with what names it. */
export type ProductEntry = ProductChange & Pick<BundleProduct, 'slug'>
export type BundleVariant = NonNullable<BundleProduct['variants']>[number]
export type BundleDiscount = NonNullable<Bundle['discounts']>[number]
export type BundleCustomer = NonNullable<Bundle['customers']>[number]
export type BundleReview = NonNullable<Bundle['reviews']>[number]
export type BundleService = NonNullable<NonNullable<BundleStore['chat']>['services']>[number]

type Amount = ReturnType<typeof money>

/** The store itself, with amounts as `money(currency)` reads them. */
export const storeSchema = (amount: Amount) =>
  fields({
    subdomain,
    businessName: name(255),
    currency: currency.meta({ description: 'ISO 4217. It cannot change once the store exists.' }),
    timeZone: timeZone.optional(),
    active: z.boolean().optional(),
    ownerEmail: email.nullish().meta({ description: 'Where leads are announced.' }),
    tax: fields({
      rate: ratio(100, 100).optional().meta({ description: 'Percent.' }),
      inclusive: z.boolean().optional().meta({ description: 'Whether prices include the tax.' }),
    }).optional(),
    shipping: fields({
      fee: amount.optional(),
      freeFrom: amount.nullish().meta({ description: 'Free from goods worth this; null: never.' }),
    }).optional(),
    lowStockThreshold: wholeNumber(0)
      .optional()
      .meta({ description: 'Webhooks are told when a counted stock falls to this.' }),
    loyalty: fields({
      enabled: z.boolean().optional(),
      earnRate: ratio(1_000, 1).optional().meta({ description: 'Points per main currency unit spent.' }),
      redeemRate: ratio(1_000_000, 1).optional().meta({ description: 'Main currency units that a point is worth.' }),
    }).optional(),
    chat: fields({
      enabled: z.boolean().optional(),
      context: text(20_000).optional().meta({ description: 'What the assistant knows about the store.' }),
      services: z
        .array(fields({ name: name(255), description: text(2_000).optional(), price: amount.nullish() }))
        .max(200)
        .optional(),
    }).optional(),
    access: fields({ password: password.optional() })
      .nullish()
      .meta({ description: 'The password of protected pages, set only when there is none yet; null: no protection.' }),
    payments: payments.nullish().meta({ description: 'null: not configured.' }),
  })

const secret = name(500)

export const payments = z.discriminatedUnion('provider', [
  fields({ provider: z.literal('sandbox') }),
  fields({
    provider: z.literal('razorpay'),
    keyId: name(255),
    keySecret: secret.optional().meta({ description: 'Needed unless the store already has this key.' }),
    webhookSecret: secret.nullish(),
  }),
])

const stock = wholeNumber(0).nullish().meta({ description: 'null: not counted. Set only when new.' })

export const productSchema = (amount: Amount) =>
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

export function discountSchema(amount: Amount) {
  const common = {
    code: discountCode,
    minSubtotal: amount.nullish(),
    maxDiscount: amount.nullish(),
    usageLimit: wholeNumber(0).nullish().meta({ description: 'null: no limit.' }),
    perCustomerLimit: wholeNumber(0).nullish().meta({ description: 'null: no limit.' }),
    startsAt: moment.nullish(),
    endsAt: moment.nullish(),
    active: z.boolean().optional(),
  }
  return z.discriminatedUnion('type', [
    fields({ ...common, type: z.literal('percent'), value: ratio(100, 100) }),
    fields({ ...common, type: z.literal('fixed'), value: amount }),
  ])
}

const customer = fields({
  name: name(255),
  phone: phone.meta({ description: 'Spaces, hyphens, parentheses and a leading + do not count.' }),
  password: password.optional().meta({ description: 'Needed for, and set only for, a customer who is new.' }),
  email: email.nullish(),
  address: text(1_000).nullish(),
  loyaltyPoints: wholeNumber(0).optional().meta({ description: 'Set only when new.' }),
})

const review = fields({
  product: slug.meta({ description: 'Slug of a product of this bundle or of the store.' }),
  name: text(255).default(ANONYMOUS),
  rating: z.int().min(1).max(5),
  title: text(200).default(''),
  body: text(2_000, 5),
  approved: z.boolean().optional(),
  createdAt: moment.optional(),
})
