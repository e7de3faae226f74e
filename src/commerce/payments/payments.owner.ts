import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { PaymentProvider as PaymentProviders } from './provider.ts'
import { type PaymentSettings as Payments, paymentSettings } from './provider-account.ts'
import { setPayments } from './set-payments.ts'

const PaymentProvider = ownerBuilder.enumType('PaymentProvider', {
  description: 'The payment provider.',
  values: {
    [PaymentProviders.SANDBOX]: { description: 'Play money, for testing.' },
    [PaymentProviders.RAZORPAY]: { description: 'Razorpay.' },
  } as const,
})

const PaymentSettings = ownerBuilder.objectRef<Payments>('PaymentSettings').implement({
  scope: { allOf: ['settings', 'money'] },
  excludesRead: true,
  description: 'The store’s account with a payment provider. Its secrets are never shown.',
  fields: (t) => ({
    provider: t.expose('provider', { type: PaymentProvider, description: 'The payment provider.' }),
    keyId: t.exposeString('keyId', { description: 'The ID of the API key, which is public.' }),
    hasWebhookSecret: t.exposeBoolean('hasWebhookSecret', {
      description: 'Whether a webhook secret is set, with which the provider’s webhook requests are verified.',
    }),
    configured: t.exposeBoolean('configured', {
      description:
        'Whether buyers can pay. False if the service can no longer decrypt the secrets; set them again in that case.',
    }),
  }),
})

ownerBuilder.prismaObjectField('Store', 'payments', (t) =>
  t.field({
    type: PaymentSettings,
    nullable: true,
    description: 'The store’s account with a payment provider; null if the store takes no payments.',
    resolve: ({ id }, _, { services }) => paymentSettings(services, id),
  }),
)

const PaymentsInput = ownerBuilder.inputType('PaymentsInput', {
  description: 'An account with a payment provider. Omitted secrets stay unchanged.',
  fields: (t) => ({
    provider: t.field({ type: PaymentProvider, required: true, description: 'The payment provider.' }),
    keyId: t.string({ description: 'RAZORPAY: the ID of the API key, at most 255 characters.' }),
    keySecret: t.string({
      description: 'RAZORPAY: the secret of the API key; required unless the store already has this key.',
    }),
    webhookSecret: t.string({ description: 'RAZORPAY: the secret that signs webhook requests; null for none.' }),
  }),
})

ownerBuilder.mutationField('setPayments', (t) =>
  t.boolean({
    scope: { allOf: ['settings', 'money'] },
    confirmsAgain: true,
    nullable: true,
    description:
      'Sets the store’s account with a payment provider. Payments started with the previous account are still accepted for a day.',
    args: {
      input: t.arg({
        type: PaymentsInput,
        description: 'The account; null if the store is to take no payments. It cannot be omitted.',
      }),
      voidEarlier: t.arg.boolean({
        defaultValue: false,
        description:
          'Whether to reject signatures of earlier accounts from now on, for example because their secrets were leaked.',
      }),
    },
    resolve: (_, { input, voidEarlier }, context) => setPayments(context, input, voidEarlier ?? false),
  }),
)
