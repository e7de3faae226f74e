import { personBuilder } from '../../../api/graphql/schema/person-builder.ts'
import { leaveStore } from './change-members.ts'

personBuilder.mutationField('leaveStore', (t) =>
  t.boolean({
    nullable: true,
    confirmsAgain: true,
    description: 'Ends one’s role in a store. Its last owner cannot leave.',
    args: { store: t.arg.string({ required: true, description: 'The subdomain of the store.' }) },
    resolve: (_, { store }, context) => leaveStore(context, store),
  }),
)
