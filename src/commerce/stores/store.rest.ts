import { z } from 'zod'
import { accessTokenHeader, route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'

const Store = z
  .object({
    subdomain: z.string(),
    name: z.string(),
    currency: z.string().meta({ description: 'The currency of the prices, as an ISO 4217 code.' }),
    storefront_url: z.string().nullable().meta({ description: 'The URL of the storefront; null if not given.' }),
    tax: z.object({
      rate: z.number().meta({ description: 'The default rate in percent; a product can have its own.' }),
      inclusive: z.boolean().meta({ description: 'Whether prices include tax.' }),
    }),
    shipping: z.object({
      fee: z.number().meta({ description: 'The fee per order, in main currency units.' }),
      free_from: z.number().nullable().meta({
        description:
          'Shipping is free from this amount of goods after the discount, in main currency units; null if it never is.',
      }),
    }),
    loyalty: z.object({
      enabled: z.boolean(),
      earn_rate: z.number().meta({ description: 'The points earned for each main currency unit spent.' }),
      redeem_rate: z.number().meta({ description: 'The value of one point in main currency units.' }),
    }),
    cancellable_minutes: z.int().meta({
      description:
        'How long after placing it customers can cancel an order that is paid but not shipped, in minutes; 0 if they cannot.',
    }),
    chat_enabled: z.boolean().meta({ description: 'Whether the chat assistant is enabled.' }),
    sends_mails: z.boolean().meta({
      description:
        'Whether mails are sent: confirmations, and links for new passwords. Without them the store gives out such links itself.',
    }),
    protected: z.boolean().meta({ description: 'Whether the store is protected by a password.' }),
    protection: z.enum(['site', 'hint']).nullable().meta({
      description:
        'What the password protects; null if there is no password. `site`: everything the store sells requires a valid `X-Access-Token`. `hint`: the storefront decides what to show.',
    }),
    unlocked: z.boolean().meta({ description: 'Whether this visitor can see the store’s pages.' }),
  })
  .meta({ id: 'Store', description: 'The public details of the store.' })

export const store = route({
  method: 'GET',
  path: '/api/sites/:subdomain/store',
  summary: 'Returns the store and its public settings.',
  description:
    'The name and currency of the store, its tax and shipping settings, and the features it offers. `unlocked` is true if the pages are not protected or the `X-Access-Token` header contains a valid token.',
  isPrivate: true,
  operation: graphql(`query RestStore {
    store {
      subdomain name currency storefront_url: storefrontUrl
      tax { rate inclusive }
      shipping { fee free_from: freeFrom }
      loyalty { enabled earn_rate: earnRate redeem_rate: redeemRate }
      cancellable_minutes: cancellableMinutes chat_enabled: chatEnabled sends_mails: sendsMails
      protected protection unlocked
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
        sends_mails: false,
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
