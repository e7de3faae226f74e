import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { sendTestMail } from './send-test-mail.ts'

const TestMail = ownerBuilder.objectRef<{ sentTo: string }>('TestMail').implement({
  description: 'A mail that the mail server has accepted.',
  fields: (t) => ({ sentTo: t.exposeString('sentTo', { description: 'The store’s `ownerEmail`.' }) }),
})

ownerBuilder.mutationField('sendTestMail', (t) =>
  t.field({
    scope: 'settings',
    type: TestMail,
    nullable: true,
    description:
      'Sends a mail to the store’s `ownerEmail`, at most 5 an hour. `UNAVAILABLE` without a mail server, `UPSTREAM_FAILED` with the reason when the mail server does not accept it.',
    failure: 'Failed to send the test mail',
    resolve: async (_, __, context) => ({ sentTo: await sendTestMail(context) }),
  }),
)
