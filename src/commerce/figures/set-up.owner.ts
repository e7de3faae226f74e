import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { readSetUp, type SetUp } from './set-up.ts'

const SetUpType = ownerBuilder.objectRef<SetUp>('SetUp').implement({
  description: 'What is set up, by the store’s owner or by whoever runs the service. What is not has no effect.',
  fields: (t) => ({
    mails: t.exposeBoolean('mails', {
      description:
        'Whether there is a mail server. Without it mails are `NOT_SENT`: to buyers, customers and the owner.',
    }),
    ownerEmail: t.exposeBoolean('ownerEmail', {
      description: 'Whether the store has an address for mails to its owner.',
    }),
    payments: t.exposeBoolean('payments', {
      description: 'Whether orders can be paid: by a payment account, or an active payment method of the store.',
    }),
    playMoney: t.exposeBoolean('playMoney', { description: 'Whether online payments are of play money.' }),
  }),
})

ownerBuilder.queryField('setUp', (t) =>
  t.field({
    scope: { anyOf: ['orders', 'catalogue', 'customers', 'marketing', 'settings'] },
    type: SetUpType,
    nullable: true,
    description: 'What is set up. Notices and dialogs promise nothing else.',
    failure: 'Failed to read what is set up',
    resolve: (_, __, context) => readSetUp(context),
  }),
)
