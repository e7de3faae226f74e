import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { accessTokenHeader, route } from '../rest/route.ts'

const Store = z
  .object({
    subdomain: z.string(),
    name: z.string(),
    currency: z.string().meta({ description: 'The currency of the prices, as an ISO 4217 code.' }),
    storefront_url: z.string().nullable().meta({ description: 'Where its own site is; null when not given.' }),
    tax: z.object({
      rate: z.number().meta({ description: 'Percent; a product may have a rate of its own.' }),
      inclusive: z.boolean().meta({ description: 'Whether prices include it.' }),
    }),
    shipping: z.object({
      fee: z.number().meta({ description: 'For one order, in main currency units.' }),
      free_from: z
        .number()
        .nullable()
        .meta({ description: 'Free for goods worth this after the discount, in main currency units; null: never.' }),
    }),
    loyalty: z.object({
      enabled: z.boolean(),
      earn_rate: z.number().meta({ description: 'Points for each main currency unit spent.' }),
      redeem_rate: z.number().meta({ description: 'Main currency units that one point is worth.' }),
    }),
    cancellable_minutes: z.int().meta({
      description: 'For so long a customer may cancel what they have paid, if it is not shipped; 0: not at all.',
    }),
    chat_enabled: z.boolean().meta({ description: 'Whether the assistant answers here.' }),
    protected: z.boolean().meta({ description: 'Whether the store is protected by a password.' }),
    protection: z.enum(['site', 'hint']).nullable().meta({
      description:
        'What the password protects; null when there is none. `site`: what the store sells is answered only with a good `X-Access-Token`. `hint`: the storefront decides what it shows.',
    }),
    unlocked: z.boolean().meta({ description: 'Whether this visitor may see its pages.' }),
  })
  .meta({ id: 'Store', description: 'The store, as its visitors may know it.' })

export const store = route({
  method: 'GET',
  path: '/api/sites/:subdomain/store',
  summary: 'The store with the settings that its visitors may know.',
  description:
    'Its name and currency, what it adds to a price, and what it offers. `unlocked` is true when its pages are not protected, or when the header `X-Access-Token` carries a good token.',
  isPrivate: true,
  operation: graphql(`query RestStore {
    store {
      subdomain name currency storefront_url: storefrontUrl
      tax { rate inclusive }
      shipping { fee free_from: freeFrom }
      loyalty { enabled earn_rate: earnRate redeem_rate: redeemRate }
      cancellable_minutes: cancellableMinutes chat_enabled: chatEnabled protected protection unlocked
    }
  }`),
  headers: z.object(accessTokenHeader),
  variables: () => ({}),
  response: z.object({ store: Store }),
  example: {
    answer: {
      store: {
        subdomain: 'demo',
        name: 'Demo Tea House',
        currency: 'INR',
        storefront_url: null,
        tax: { rate: 18, inclusive: false },
        shipping: { fee: 50, free_from: 999 },
        loyalty: { enabled: true, earn_rate: 0.1, redeem_rate: 0.5 },
        cancellable_minutes: 0,
        chat_enabled: true,
        protected: true,
        protection: 'hint',
        unlocked: false,
      },
    },
  },
  toResponse: ({ store }) => ({
    store: { ...store, protection: store.protection && ({ SITE: 'site', HINT: 'hint' } as const)[store.protection] },
  }),
})
