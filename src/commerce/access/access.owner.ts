import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { protectionValues, storeProtection } from './protection.ts'
import { setAccessPassword } from './set-access-password.ts'

const ProtectionType = ownerBuilder.enumType('Protection', {
  description: 'What the store’s password protects.',
  values: protectionValues,
})

ownerBuilder.prismaObjectFields('Store', (t) => ({
  protected: t.boolean({
    description: 'Whether the store is protected by a password.',
    resolve: ({ accessPasswordHash }) => accessPasswordHash !== null,
  }),
  protection: t.field({
    type: ProtectionType,
    nullable: true,
    description: 'What the password protects; null if there is no password.',
    resolve: (store) => storeProtection(store),
  }),
}))

ownerBuilder.mutationField('setAccessPassword', (t) =>
  t.field({
    scope: 'settings',
    type: 'Store',
    nullable: true,
    description:
      'Protects the store with a password, or removes the password if it is null. Either revokes all access tokens. If `password` is omitted, only what the existing password protects is changed.',
    args: {
      password: t.arg.string({ description: 'The new password, at least 6 characters and at most 72 bytes.' }),
      protection: t.arg({
        type: ProtectionType,
        description: 'What the password protects; SITE by default.',
      }),
    },
    resolve: (_, { password, protection }, context) => setAccessPassword(context, password, protection),
  }),
)
