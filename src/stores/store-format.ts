import { z } from 'zod'
import {
  currency,
  email,
  fields,
  lineName,
  type money,
  name,
  password,
  ratio,
  siteAddress,
  subdomain,
  text,
  timeZone,
  wholeNumber,
} from '../platform/input/fields.ts'

type Amount = ReturnType<typeof money>

/** The settings of a store that its owner can change at any time, with amounts parsed by `amount`. */
export const settingFields = (amount: Amount) => ({
  timeZone: timeZone.optional(),
  active: z.boolean().optional(),
  ownerEmail: email.nullish().meta({ description: 'Where leads are announced.' }),
  replyTo: email
    .nullish()
    .meta({ description: 'Where replies to mails to customers go; `ownerEmail` when there is none.' }),
  storefrontUrl: siteAddress
    .nullish()
    .meta({ description: 'Where the store’s own site is: links in mails to customers begin with it.' }),
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
  cancellableMinutes: wholeNumber(0).optional().meta({
    description: 'For so long a customer may cancel what they have paid, if it is not shipped; 0: not at all.',
  }),
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
})

/** The fields of the store itself in a bundle, without its payments. */
export const storeFields = (amount: Amount) => ({
  subdomain,
  businessName: lineName(255),
  currency: currency.meta({ description: 'ISO 4217. It cannot change once the store exists.' }),
  ...settingFields(amount),
  access: fields({
    password: password.optional().meta({ description: 'Set only when there is none yet.' }),
    protection: z.enum(['site', 'hint']).optional().meta({
      description:
        'What the password protects: `site`, what the store sells; `hint`, nothing, the storefront decides. A new password without it: `hint`.',
    }),
  })
    .nullish()
    .meta({ description: 'The password of a protected store; null: no protection.' }),
})

export type StoreEntry = z.output<z.ZodObject<ReturnType<typeof storeFields>>>
export type ServiceEntry = NonNullable<NonNullable<StoreEntry['chat']>['services']>[number]
