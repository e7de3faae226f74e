import { personBuilder } from '../../../api/graphql/schema/person-builder.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'

personBuilder.mutationFields((t) => ({
  requestEmailChange: t.boolean({
    confirmsAgain: true,
    nullable: true,
    description:
      'Mails a code to the address until now, if it is confirmed, and to the new one once that was used. The answer is the same whether anybody has the new one.',
    args: { email: t.arg.string({ required: true, description: 'The new address.' }) },
    resolve: (_, { email }, context) => requestEmailChange(context, email),
  }),
  confirmEmailChange: t.boolean({
    nullable: true,
    description:
      'With a code from either mail. Whether the address is changed now: then this browser gets a new session, and all others end; otherwise a mail to the new address comes next.',
    args: { code: t.arg.string({ required: true, description: 'The code.' }) },
    resolve: (_, { code }, context) => confirmEmailChange(context, code),
  }),
}))
