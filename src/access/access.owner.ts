import { ownerBuilder } from '../gateway/owner-builder.ts'
import { setAccessPassword } from './set-access-password.ts'

ownerBuilder.prismaObjectField('Store', 'protected', (t) =>
  t.boolean({
    description: 'Whether its pages ask for a password.',
    resolve: ({ accessPasswordHash }) => accessPasswordHash !== null,
  }),
)

ownerBuilder.mutationField('setAccessPassword', (t) =>
  t.field({
    type: 'Store',
    nullable: true,
    description: 'Protects the pages with a password, or with null opens them to all. Who was let in before is out.',
    args: { password: t.arg.string({ description: '6 characters at least, 72 bytes at most. It must be there.' }) },
    resolve: (_, { password }, context) => setAccessPassword(context, password),
  }),
)
