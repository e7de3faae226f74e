import { builder } from '../gateway/builder.ts'
import { verifyPayment } from './verify-payment.ts'

const VerifyInput = builder.inputType('VerifyPaymentInput', {
  description: 'What the payment provider’s widget hands to the page.',
  fields: (t) => ({
    providerOrderId: t.string({ required: true, description: 'The `providerOrderId` of the checkout.' }),
    providerPaymentId: t.string({ required: true, description: 'What the provider calls the payment.' }),
    providerSignature: t.string({ required: true, description: 'HMAC-SHA256 in hex.' }),
  }),
})

builder.mutationField('verifyPayment', (t) =>
  t.boolean({
    nullable: true,
    description:
      'Confirms the order that was paid; true, however often it is called. An error when the order is not confirmed: the signature is wrong, too little was paid, or the order was cancelled.',
    servesInactiveStore: true,
    failure: 'Verification failed',
    args: { input: t.arg({ type: VerifyInput, required: true, description: 'The provider’s word.' }) },
    resolve: (_, { input }, context) => verifyPayment(context, input),
  }),
)
