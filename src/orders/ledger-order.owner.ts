import { ownerBuilder } from '../graphql/schema/owner-builder.ts'
import { orderNumbers } from './order-number-loader.ts'

ownerBuilder.prismaObjectField('LoyaltyEntry', 'orderNo', (t) =>
  t.string({
    nullable: true,
    description: 'The order number; null if the entry has no order.',
    resolve: ({ orderId }, _, context) => (orderId === null ? null : orderNumbers(context).load(orderId)),
  }),
)
