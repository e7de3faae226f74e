import { builder } from '../../gateway/builder.ts'
import { followOrder } from './follow-order.ts'

builder.subscriptionField('order', (t) =>
  t.field({
    type: 'Order',
    nullable: true,
    description:
      'An order by its number and the phone it was placed with: as it is now, and again after each change. Answered as `text/event-stream`.',
    limit: 'track',
    failure: 'Failed to track the order',
    args: {
      orderNo: t.arg.string({ required: true, description: 'Its number.' }),
      phone: t.arg.string({ required: true, description: 'The buyer’s phone; its last 4 digits are compared.' }),
    },
    subscribe: (_, args, context) => followOrder(context, args),
    resolve: (order) => order,
  }),
)
