import { z } from 'zod'
import { looseList, looseText, repeated } from '../../platform/input/checks.ts'
import {
  country,
  currency,
  email,
  fields,
  lineName,
  locale,
  type money,
  name,
  password,
  ratio,
  siteAddress,
  subdomain,
  text,
  timeZone,
  wholeNumber,
} from '../../platform/input/fields.ts'
import type { Issue, Path } from '../../platform/input/issues.ts'
import { appearanceFields } from './appearance.ts'
import { businessFormat } from './business/business-format.ts'

type Amount = ReturnType<typeof money>

/** A ton, in grams. */
const MAX_WEIGHT = 1_000_000

export const shippingFields = (amount: Amount) => ({
  fee: amount.optional(),
  freeFrom: amount
    .nullish()
    .meta({ description: 'Shipping is free from this amount of goods after the discount; null if it never is.' }),
  country: country.nullish().meta({
    description:
      'Where orders without a destination go, ISO 3166-1; null for the country of the currency. Name one where several have it, such as EUR.',
  }),
  defaultWeight: wholeNumber(0)
    .max(MAX_WEIGHT)
    .optional()
    .meta({ description: 'The weight of products that have none, in grams.' }),
})

export const settingFields = (amount: Amount) => ({
  timeZone: timeZone.optional(),
  locale: locale.nullish().meta({
    description:
      'How amounts and dates are written, as a BCP 47 tag such as "en-IN"; null for as in the country of the business, or with the currency.',
  }),
  active: z.boolean().optional(),
  ownerEmail: email.nullish().meta({ description: 'The email address that receives notifications of new leads.' }),
  replyTo: email
    .nullish()
    .meta({ description: 'The Reply-To address of emails to customers; `ownerEmail` by default.' }),
  storefrontUrl: siteAddress
    .nullish()
    .meta({ description: 'The base URL of the storefront, used for links in emails to customers.' }),
  tax: fields({
    rate: ratio(100, 100).optional().meta({ description: 'The default tax rate in percent.' }),
    inclusive: z.boolean().optional().meta({ description: 'Whether prices include tax.' }),
  }).optional(),
  shipping: fields(shippingFields(amount)).optional(),
  lowStockThreshold: wholeNumber(0)
    .optional()
    .meta({ description: 'Webhooks receive `stock.low` when a tracked stock falls to this number of units or below.' }),
  cancellableMinutes: wholeNumber(0).optional().meta({
    description:
      'How long after placing it customers can cancel an order that is paid but not shipped, in minutes; 0 if they cannot.',
  }),
  shopEnabled: z.boolean().optional().meta({ description: 'Whether the store has a shop in the browser.' }),
  appearance: appearanceFields.nullish().meta({ description: 'How the shop in the browser looks.' }),
  loyalty: fields({
    enabled: z.boolean().optional(),
    earnRate: ratio(1_000, 1).optional().meta({ description: 'The points earned for each main currency unit spent.' }),
    redeemRate: ratio(1_000_000, 1).optional().meta({ description: 'The value of one point in main currency units.' }),
  }).optional(),
  chat: fields({
    enabled: z.boolean().optional(),
    context: text(20_000)
      .optional()
      .meta({ description: 'Information about the store for the assistant to use in its answers.' }),
    services: z
      .array(fields({ name: name(255), description: text(2_000).optional(), price: amount.nullish() }))
      .max(200)
      .optional(),
  }).optional(),
})

export const storeFields = (amount: Amount) => ({
  subdomain,
  businessName: lineName(255),
  currency: currency.meta({ description: 'An ISO 4217 code. It cannot be changed once the store exists.' }),
  ...settingFields(amount),
  business: businessFormat.nullish().meta({ description: 'Who sells. Null clears all of it.' }),
  open: z.boolean().optional().meta({
    description: 'Whether shoppers see the store and may buy; a new store without it is open.',
  }),
  access: fields({
    password: password.optional().meta({ description: 'Set only if the store has no password yet.' }),
    protection: z.enum(['site', 'hint']).optional().meta({
      description:
        'What the password protects: with `site`, everything the store sells; with `hint`, nothing, so that the storefront decides. The default for a new password is `hint`.',
    }),
  })
    .nullish()
    .meta({ description: 'The password of a protected store; null for no protection.' }),
})

export type StoreEntry = z.output<z.ZodObject<ReturnType<typeof storeFields>>>
export type ServiceEntry = NonNullable<NonNullable<StoreEntry['chat']>['services']>[number]

const DraftService = z.object({ name: looseText }).catch({})
const DraftStore = z
  .object({ chat: z.object({ services: looseList(DraftService) }).catch({ services: [] }) })
  .catch({ chat: { services: [] } })

/** Repeated names of services. Takes any JSON. */
export const checkStore = (path: Path, json: unknown): Issue[] =>
  repeated([...path, 'chat', 'services'], 'name', 'a name', DraftStore.parse(json).chat.services, ({ name }) => name)
