import { describe, expectTypeOf, it } from 'vitest'
import { type CartQuery, CheckoutDocument, type TypedDocument } from '../src/graphql.ts'
import { type Cart, createStorefront, type ErrorCode, type StorefrontError } from '../src/index.ts'

/** What does not compile, which `npm run check` tries: a line that does after all is an error there. */

const shop = createStorefront({ baseUrl: 'http://shop.example', store: 'demo' })

/** Compiled, never run. */
const compiled = (_work: () => unknown) => {}

describe('the types of the client', () => {
  it('are those of the document', () => {
    expectTypeOf(shop.products).returns.resolves.toHaveProperty('total').toEqualTypeOf<number>()
    expectTypeOf(shop.product).parameter(0).toEqualTypeOf<{ idOrSlug: string }>()
    expectTypeOf(shop.trackOrder).parameter(0).toEqualTypeOf<{ orderNo: string; phone: string }>()
    expectTypeOf(shop.trackOrder)
      .returns.resolves.toHaveProperty('order')
      .toHaveProperty('status')
      .toEqualTypeOf<'pending' | 'confirmed' | 'shipped' | 'delivered' | 'cancelled' | 'failed'>()
    expectTypeOf(shop.findCart).returns.resolves.toEqualTypeOf<Cart | null>()
    expectTypeOf(shop.logOut).parameter(0).toEqualTypeOf<Record<never, never> | undefined>()
    expectTypeOf<StorefrontError['code']>().toEqualTypeOf<ErrorCode>()
    expectTypeOf<'NO_ANSWER' | 'RATE_LIMITED'>().toExtend<ErrorCode>()
    expectTypeOf<CartQuery['cart']>().toExtend<{ id: string; items: { qty: number }[] } | null | undefined>()
    expectTypeOf(CheckoutDocument).toExtend<TypedDocument<{ checkout?: { orderNo: string } | null }, never>>()
  })

  it('take undefined for what may be left out', () => {
    const [variantId, max_price, address]: undefined[] = []
    compiled(() => [
      shop.changeCart({ add: [{ id: 'x', variantId, qty: 1 }], discountCode: undefined }),
      shop.products({ max_price }),
      shop.checkout({ items: undefined, buyer: { name: 'Asha', phone: '98765 43210', address } }),
      // @ts-expect-error: the id may not
      shop.changeCart({ add: [{ id: undefined, qty: 1 }] }),
    ])
  })

  it('refuse what the gateway would', () => {
    compiled(() => [
      // @ts-expect-error: there is no such operation
      shop.receivePaymentNotice({}),
      // @ts-expect-error: the product is missing
      shop.product(),
      // @ts-expect-error: the name is wrong
      shop.product({ slug: 'assam' }),
      // @ts-expect-error: the filter is called min_price
      shop.products({ minPrice: 5 }),
      // @ts-expect-error: not one of the orders
      shop.products({ sort: 'cheapest' }),
      // @ts-expect-error: not one of what can be included
      shop.products({ include: ['reviews'] }),
      // @ts-expect-error: the buyer is missing
      shop.checkout({ items: [{ id: 'x', qty: 1 }] }),
      // @ts-expect-error: the phone is missing
      shop.checkout({ buyer: { name: 'Asha' } }),
      // @ts-expect-error: the number is no text
      shop.changeCart({ add: [{ id: 'x', qty: '1' }] }),
      // @ts-expect-error: the id is the client's
      shop.changeCart({ cartId: 'x', add: [] }),
      // @ts-expect-error: a rating is needed
      shop.submitReview({ productId: 'x', body: 'Very good' }),
      // @ts-expect-error: the phone is needed
      shop.followOrder({ orderNo: 'ORD-1' }),
      // @ts-expect-error: the answer has no such field
      shop.store().then(({ store }) => store.title),
      // @ts-expect-error: it may be null
      shop.findCart().then((cart) => cart.items),
      // @ts-expect-error: no such code
      (error: StorefrontError) => error.code === 'TEAPOT',
      // @ts-expect-error: the store is missing
      createStorefront({ baseUrl: '' }),
    ])
  })
})
