import { ownerBuilder, pageArgs, withAsksCount } from '../gateway/owner-builder.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { listSubscribers, removeSubscriber } from './list-subscribers.ts'

const Subscriber = ownerBuilder.prismaObject('Subscriber', {
  description: 'Someone who wants the newsletter.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the subscriber in the store.' }),
    email: t.exposeString('email', { description: 'Where to, in lower case.' }),
    name: t.exposeString('name', { nullable: true, description: 'Who it is.' }),
    source: t.exposeString('source', { description: 'Where they subscribed, such as `popup`.' }),
    consentedAt: t.expose('consentedAt', { type: 'DateTime', description: 'When they agreed.' }),
  }),
})

const SubscriberConnection = ownerBuilder.connectionObject(
  { type: Subscriber, name: 'SubscriberConnection', description: 'A page of subscribers.' },
  { name: 'SubscriberEdge', description: 'A subscriber with their place in the list.' },
)

ownerBuilder.queryField('subscribers', (t) =>
  t.field({
    type: SubscriberConnection,
    nullable: true,
    description: 'Who wants the newsletter, the latest first.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({ description: 'Only those whose email or name has this in it; at most 100 characters.' }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listSubscribers(context, withAsksCount(args, info)),
  }),
)

ownerBuilder.mutationField('removeSubscriber', (t) =>
  t.field({
    type: Subscriber,
    nullable: true,
    description: 'Forgets a subscriber, who wants the newsletter no more.',
    args: { id: t.arg.id({ required: true, description: 'Which.' }) },
    resolve: (_, { id }, context) => removeSubscriber(context, id),
  }),
)
