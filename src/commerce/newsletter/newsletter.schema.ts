import { builder } from '../../api/graphql/schema/builder.ts'
import { subscribe } from './subscribe.ts'

const SubscribeInput = builder.inputType('SubscribeInput', {
  description: 'A subscription to the newsletter.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'The email address, at most 255 characters.' }),
    name: t.string({ description: 'The name of the subscriber, at most 100 characters.' }),
    source: t.string({ description: 'Where the subscription was made, at most 50 characters; `popup` by default.' }),
  }),
})

builder.mutationField('subscribe', (t) =>
  t.boolean({
    nullable: true,
    description: 'Subscribes an email address to the newsletter. Returns true, even if it is already subscribed.',
    limit: 'subscribe',
    failure: 'Failed to subscribe',
    args: { input: t.arg({ type: SubscribeInput, required: true, description: 'The subscription.' }) },
    resolve: (_, { input }, context) => subscribe(context, input),
  }),
)
