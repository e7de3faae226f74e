import { ownerBuilder } from '../gateway/owner-builder.ts'
import { type Notice, noticesOf } from './notice.ts'

const CheckoutNotice = ownerBuilder.objectRef<Notice>('CheckoutNotice').implement({
  description: 'Something that checkout left out, and why, as the buyer was told.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'What it is about, such as `ITEM_OUT_OF_STOCK`.' }),
    message: t.exposeString('message', { description: 'Why.' }),
    item: t.exposeInt('item', {
      nullable: true,
      description: 'Which item of the cart, counted from 0; null when it is about the whole cart.',
    }),
    productId: t.id({
      nullable: true,
      description: 'The product that the item named; null when it is about the whole cart, or is not known.',
      resolve: ({ productId }) => productId ?? null,
    }),
  }),
})

ownerBuilder.prismaObjectField('Order', 'notices', (t) =>
  t.field({
    type: [CheckoutNotice],
    description: 'What checkout left out, as the buyer was told.',
    resolve: (order) => noticesOf(order),
  }),
)
