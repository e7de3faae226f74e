import { builder } from '../../api/graphql/schema/builder.ts'
import { sendsMails } from './sandbox-mails.ts'

builder.objectField('Store', 'sendsMails', (t) =>
  t.boolean({
    description:
      'Whether mails are sent: confirmations, and links for new passwords. Without them the store gives out such links itself.',
    resolve: (_, __, context) => sendsMails(context),
  }),
)
