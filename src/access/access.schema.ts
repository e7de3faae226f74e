import { builder } from '../gateway/builder.ts'
import { protectionOf, protectionValues } from './protection.ts'
import { NOT_PROTECTED, type Unlocked, unlock } from './unlock.ts'

const ProtectionType = builder.enumType('Protection', {
  description: 'What a store’s password protects.',
  values: protectionValues,
})

builder.objectFields('Store', (t) => ({
  protection: t.field({
    type: ProtectionType,
    nullable: true,
    description: 'What its password protects; null when it has none.',
    failure: 'Failed to load the protection',
    resolve: async (_, __, context) => (await protectionOf(context)).protection,
  }),
  protected: t.boolean({
    description: 'Whether the store is protected by a password.',
    failure: 'Failed to load the protection',
    resolve: async (_, __, context) => (await protectionOf(context)).protected,
  }),
  unlocked: t.boolean({
    description:
      'Whether this visitor may see its pages: they are not protected, or the header `X-Access-Token` carries a good token.',
    failure: 'Failed to load the protection',
    resolve: async (_, __, context) => (await protectionOf(context)).unlocked,
  }),
}))

const UnlockedType = builder.objectRef<Unlocked>('Unlocked').implement({
  description: 'The right to see the protected pages.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', {
      description: 'Goes into the header `X-Access-Token` of later requests to this store.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Until when it is good: 24 hours, unless the password changes before.',
    }),
  }),
})

builder.mutationField('unlock', (t) =>
  t.field({
    type: UnlockedType,
    nullable: true,
    description: 'Gives a token to see the protected pages, for the store’s password.',
    limit: 'unlock',
    storeNotFound: NOT_PROTECTED,
    failure: 'Failed to unlock',
    args: { password: t.arg.string({ required: true, description: 'The store’s password.' }) },
    resolve: (_, args, context) => unlock(context, args),
  }),
)
