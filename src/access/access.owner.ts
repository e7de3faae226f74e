import { ownerBuilder } from '../gateway/owner-builder.ts'
import { protectionValues, storeProtection } from './protection.ts'
import { setAccessPassword } from './set-access-password.ts'

const ProtectionType = ownerBuilder.enumType('Protection', {
  description: 'What the store’s password protects.',
  values: protectionValues,
})

ownerBuilder.prismaObjectFields('Store', (t) => ({
  protected: t.boolean({
    description: 'Whether its pages ask for a password.',
    resolve: ({ accessPasswordHash }) => accessPasswordHash !== null,
  }),
  protection: t.field({
    type: ProtectionType,
    nullable: true,
    description: 'What the password protects; null when there is none.',
    resolve: (store) => storeProtection(store),
  }),
}))

ownerBuilder.mutationField('setAccessPassword', (t) =>
  t.field({
    type: 'Store',
    nullable: true,
    description:
      'Protects the store with a password, or with null opens it to all; who was let in before is out. Without `password`, only changes what the one that is there protects.',
    args: {
      password: t.arg.string({ description: '6 characters at least, 72 bytes at most.' }),
      protection: t.arg({
        type: ProtectionType,
        description: 'What the password protects: SITE when left out.',
      }),
    },
    resolve: (_, { password, protection }, context) => setAccessPassword(context, password, protection),
  }),
)
