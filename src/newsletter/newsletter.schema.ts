import { builder } from '../gateway/builder.ts'
import { subscribe } from './subscribe.ts'

const SubscribeInput = builder.inputType('SubscribeInput', {
  description: 'Who wants the newsletter.',
  fields: (t) => ({
    email: t.string({ required: true, description: 'An email address of at most 255 characters.' }),
    name: t.string({ description: 'At most 100 characters.' }),
    source: t.string({ description: 'Where they subscribed, at most 50 characters; `popup` when left out.' }),
  }),
})

builder.mutationField('subscribe', (t) =>
  t.boolean({
    nullable: true,
    description: 'Enters an address for the newsletter; true, also when it is there already.',
    limit: 'subscribe',
    failure: 'Failed to subscribe',
    args: { input: t.arg({ type: SubscribeInput, required: true, description: 'Who subscribes.' }) },
    resolve: (_, { input }, context) => subscribe(context, input),
  }),
)
