import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { noticesOf } from './notice.ts'

ownerBuilder.objectType('CheckoutNotice', {
  description: 'A notice that checkout shows to the buyer about something it leaves out.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code of the notice, such as `ITEM_OUT_OF_STOCK`.' }),
    reason: t.string({
      nullable: true,
      description:
        'Why, more exactly than the code, such as `OUT_OF_STOCK`; null for orders placed before notices had reasons.',
      resolve: ({ reason }) => reason ?? null,
    }),
    message: t.exposeString('message', { description: 'The message to the buyer.' }),
    item: t.exposeInt('item', {
      nullable: true,
      description: 'The index of the item in the cart, counted from 0; null if the notice concerns the whole cart.',
    }),
    productId: t.id({
      nullable: true,
      description:
        'The ID of the item’s product; null if the notice concerns the whole cart or the product is unknown.',
      resolve: ({ productId }) => productId ?? null,
    }),
  }),
})

ownerBuilder.prismaObjectField('Order', 'notices', (t) =>
  t.field({
    type: ['CheckoutNotice'],
    description: 'The notices that checkout showed to the buyer.',
    resolve: (order) => noticesOf(order),
  }),
)
