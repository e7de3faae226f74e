import { ownerBuilder, pageArgs, withAsksCount } from '../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import { listSubscribers, removeSubscriber } from './list-subscribers.ts'

const Subscriber = ownerBuilder.prismaObject('Subscriber', {
  scope: 'marketing',
  description: 'A subscriber to the newsletter.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the subscriber, unique within the store.' }),
    email: t.exposeString('email', { description: 'The email address in lower case.' }),
    name: t.exposeString('name', { nullable: true, description: 'The name of the subscriber; null if not given.' }),
    source: t.exposeString('source', { description: 'Where the subscription was made, such as `popup`.' }),
    consentedAt: t.expose('consentedAt', { type: 'DateTime', description: 'When the subscriber gave their consent.' }),
  }),
})

const SubscriberConnection = ownerBuilder.connectionObject(
  { type: Subscriber, name: 'SubscriberConnection', scope: 'marketing', description: 'A page of subscribers.' },
  { name: 'SubscriberEdge', scope: 'marketing', description: 'A subscriber and their cursor.' },
)

ownerBuilder.queryField('subscribers', (t) =>
  t.field({
    scope: 'marketing',
    type: SubscriberConnection,
    nullable: true,
    description: 'The newsletter’s subscribers, latest first.',
    complexity: ownerPageCost,
    args: {
      search: t.arg.string({
        description:
          'Only subscribers whose email or name contains these words, ignoring case, accents and apostrophes; at most 100 characters.',
      }),
      ...pageArgs,
    },
    resolve: (_, args, context, info) => listSubscribers(context, withAsksCount(args, info)),
  }),
)

ownerBuilder.mutationField('removeSubscriber', (t) =>
  t.field({
    scope: 'marketing',
    type: Subscriber,
    nullable: true,
    description: 'Permanently deletes a subscriber.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the subscriber.' }) },
    resolve: (_, { id }, context) => removeSubscriber(context, id),
  }),
)
