import { ownerBuilder } from '../gateway/owner-builder.ts'
import { PaymentProvider as PaymentProviders } from './payment-provider.ts'
import { type PaymentSettings as Payments, paymentSettings } from './payment-settings.ts'
import { setPayments } from './set-payments.ts'

const PaymentProvider = ownerBuilder.enumType('PaymentProvider', {
  description: 'Who takes the money.',
  values: {
    [PaymentProviders.SANDBOX]: { description: 'Play money, to try things.' },
    [PaymentProviders.RAZORPAY]: { description: 'Razorpay.' },
  } as const,
})

const PaymentSettings = ownerBuilder.objectRef<Payments>('PaymentSettings').implement({
  description: 'The account with a payment provider. Its secrets are never shown.',
  fields: (t) => ({
    provider: t.expose('provider', { type: PaymentProvider, description: 'Who takes the money.' }),
    keyId: t.exposeString('keyId', { description: 'The public part of the key.' }),
    hasWebhookSecret: t.exposeBoolean('hasWebhookSecret', {
      description: 'Whether the provider’s own notices can be believed.',
    }),
    configured: t.exposeBoolean('configured', {
      description: 'Whether buyers can pay; not when the service has lost what opens the secrets: set them again then.',
    }),
  }),
})

ownerBuilder.prismaObjectField('Store', 'payments', (t) =>
  t.field({
    type: PaymentSettings,
    nullable: true,
    description: 'The account with a payment provider; null when it takes no payments.',
    resolve: ({ id }, _, { services }) => paymentSettings(services, id),
  }),
)

const PaymentsInput = ownerBuilder.inputType('PaymentsInput', {
  description: 'An account with a payment provider. Secrets that are left out stay.',
  fields: (t) => ({
    provider: t.field({ type: PaymentProvider, required: true, description: 'Who takes the money.' }),
    keyId: t.string({ description: 'RAZORPAY: the public part of the key, at most 255 characters.' }),
    keySecret: t.string({ description: 'RAZORPAY: its secret part; needed unless the store has this key already.' }),
    webhookSecret: t.string({ description: 'RAZORPAY: what its notices are signed with; null: none.' }),
  }),
})

ownerBuilder.mutationField('setPayments', (t) =>
  t.boolean({
    nullable: true,
    description:
      'Sets the account with a payment provider; null: the store takes no payments. What buyers have begun to pay with the account before still counts for a day.',
    args: {
      input: t.arg({ type: PaymentsInput, description: 'The account. It must be there, as null too.' }),
      voidEarlier: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether signatures by earlier accounts count no more from now on: when others know their secrets.',
      }),
    },
    resolve: (_, { input, voidEarlier }, context) => setPayments(context, input, voidEarlier ?? false),
  }),
)
