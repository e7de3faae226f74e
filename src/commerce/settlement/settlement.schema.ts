import { builder } from '../../api/graphql/schema/builder.ts'
import { verifyPayment } from './verify-payment.ts'

const VerifyInput = builder.inputType('VerifyPaymentInput', {
  description: 'The result of a payment, as the payment provider’s widget returns it.',
  fields: (t) => ({
    providerOrderId: t.string({ required: true, description: 'The `providerOrderId` returned by `checkout`.' }),
    providerPaymentId: t.string({ required: true, description: 'The provider’s ID of the payment.' }),
    providerSignature: t.string({ required: true, description: 'The provider’s signature: an HMAC-SHA256 in hex.' }),
  }),
})

builder.mutationField('verifyPayment', (t) =>
  t.boolean({
    nullable: true,
    description:
      'Confirms a paid order. Returns true, also when repeated. It is an error if the order cannot be confirmed because the signature is wrong, too little was paid, or the order was cancelled.',
    servesInactiveStore: true,
    failure: 'Verification failed',
    args: { input: t.arg({ type: VerifyInput, required: true, description: 'The result of the payment.' }) },
    resolve: (_, { input }, context) => verifyPayment(context, input),
  }),
)
