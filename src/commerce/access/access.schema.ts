import { builder } from '../../api/graphql/schema/builder.ts'
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
    description: 'What the password protects; null if there is no password.',
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
      'Whether this visitor can see the store’s pages, either because they are not protected or because the `X-Access-Token` header contains a valid token.',
    failure: 'Failed to load the protection',
    resolve: async (_, __, context) => (await protectionOf(context)).unlocked,
  }),
}))

const UnlockedType = builder.objectRef<Unlocked>('Unlocked').implement({
  description: 'Access to the protected pages.',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', {
      description: 'The token to send in the `X-Access-Token` header of later requests to this store.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the token expires: after 24 hours, or earlier if the password changes.',
    }),
  }),
})

builder.mutationField('unlock', (t) =>
  t.field({
    type: UnlockedType,
    nullable: true,
    description: 'Returns a token for the protected pages in exchange for the store’s password.',
    limit: 'unlock',
    storeNotFound: NOT_PROTECTED,
    failure: 'Failed to unlock',
    args: { password: t.arg.string({ required: true, description: 'The store’s password.' }) },
    resolve: (_, args, context) => unlock(context, args),
  }),
)
