import { personBuilder } from '../../../api/graphql/schema/person-builder.ts'
import type { SecondFactor } from '../../../generated/prisma/client.ts'
import { findSecondFactor } from './check-factor.ts'
import { confirmTotp, removeTotp, type StartedTotp, startTotp } from './set-up-factor.ts'

const Totp = personBuilder.objectRef<SecondFactor>('Totp').implement({
  description: 'Codes of an app, for which each log-in asks after the password.',
  fields: (t) => ({
    confirmedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when.',
      resolve: ({ confirmedAt }) => confirmedAt,
    }),
    recoveryCodesLeft: t.int({
      description: 'How many recovery codes were not used.',
      resolve: ({ recoveryHashes }) => recoveryHashes.length,
    }),
  }),
})

const NewTotp = personBuilder.objectRef<StartedTotp>('NewTotp').implement({
  description: 'A secret for an app. It is shown once.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'To be typed into the app, in base32.' }),
    uri: t.exposeString('uri', { description: 'The same for its camera, as a QR code: `otpauth://…`.' }),
  }),
})

personBuilder.objectField('Me', 'totp', (t) =>
  t.field({
    type: Totp,
    nullable: true,
    description: 'The codes of an app; null for who logs in with the password alone.',
    resolve: ({ id }, _, { services }) => findSecondFactor(services, id),
  }),
)

personBuilder.mutationFields((t) => ({
  startTotp: t.field({
    confirmsAgain: true,
    type: NewTotp,
    nullable: true,
    description: 'A secret for an app. Log-ins ask for its codes once `confirmTotp` has had one.',
    resolve: (_, __, context) => startTotp(context),
  }),
  confirmTotp: t.stringList({
    confirmsAgain: true,
    nullable: true,
    description:
      'Log-ins ask for codes from now on. This browser gets a new session, all others end. Recovery codes, each of which replaces a code once; they are shown only here.',
    args: { code: t.arg.string({ required: true, description: 'What the app shows.' }) },
    resolve: (_, { code }, context) => confirmTotp(context, code),
  }),
  removeTotp: t.boolean({
    confirmsAgain: true,
    nullable: true,
    description:
      'Log-ins ask for the password alone. This browser gets a new session, all others end. Whether they asked for codes.',
    args: { code: t.arg.string({ required: true, description: 'What the app shows, or a recovery code.' }) },
    resolve: (_, { code }, context) => removeTotp(context, code),
  }),
}))
