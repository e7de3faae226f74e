import { builder } from '../../graphql/schema/builder.ts'
import { followOrder } from './follow-order.ts'

builder.subscriptionField('order', (t) =>
  t.field({
    type: 'Order',
    nullable: true,
    description:
      'Sends the order with this number and phone number immediately and again after each change. The response is a `text/event-stream`.',
    limit: 'track',
    failure: 'Failed to track the order',
    args: {
      orderNo: t.arg.string({ required: true, description: 'The order number.' }),
      phone: t.arg.string({
        required: true,
        description: 'The buyer’s phone number. Only the last 4 digits are compared.',
      }),
    },
    subscribe: (_, args, context) => followOrder(context, args),
    resolve: (order) => order,
  }),
)
