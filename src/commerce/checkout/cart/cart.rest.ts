import { z } from 'zod'
import { EXAMPLE_CART_ID, EXAMPLE_PRODUCT_ID } from '../../../api/rest/examples.ts'
import { route } from '../../../api/rest/route.ts'
import type { RestCartFieldsFragment } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { deprecatedProperty } from '../../../platform/deprecation.ts'
import { cartChangeInput, newCartInput } from '../../carts/cart-input.ts'
import type { CartItem } from '../../carts/cart-line.ts'
import { optionList, optionsOf } from '../../catalog/product.ts'
import { exampleMedia, Media } from '../../catalog/product-answer.ts'
import { asFulfilment, fulfilmentShape } from '../../delivery/delivery-shapes.ts'
import { breakdownShape, exampleBreakdown } from '../breakdown-shape.ts'
import { noticeShape, olderItem, shownNotice } from '../notice.ts'

const CartItemShape = z
  .object({
    id: z.uuid().meta({ description: 'The ID of the product.' }),
    variant: z.record(z.string(), z.string()).nullable(),
    variantId: z
      .string()
      .nullable()
      .meta({ description: 'The ID of the chosen variant; null for a product without variants.' }),
    name: z.string().nullable().meta({ description: 'The name of the product; null if there is no such product.' }),
    image: z
      .string()
      .nullable()
      .meta({ description: 'The URL of the first picture; null if there is none or the product is not for sale.' }),
    picture: Media.nullable().meta({ description: 'That picture with its sizes; null as `image`.' }),
    unitPrice: z
      .number()
      .nullable()
      .meta({ description: 'The current price per unit in main currency units; null if the product is not for sale.' }),
    qty: z.int(),
    lineTotal: z.number().nullable().meta({
      description:
        'The current price of the line in main currency units, before discounts; null if the product is not for sale.',
    }),
    available: z.boolean().meta({ description: 'Whether this number of units can be bought now.' }),
    message: z.string().nullable().meta({ description: 'Why the line is unavailable; null if it is available.' }),
  })
  .meta({ id: 'ShownCartItem', description: 'A line of a cart with its current price and availability.' })

const CartNotice = noticeShape
  .extend({
    /** Null if the notice concerns the whole cart. */
    item: z.int().nullable().meta(deprecatedProperty(olderItem)),
  })
  .meta({ id: 'CartNotice', description: 'A notice about something that checkout would leave out now.' })

const response = z.object({
  cart: z
    .object({
      id: z.uuid().meta({
        description:
          'The ID of the cart. Keep it secret: anyone who knows it can use the cart until a customer has used it.',
      }),
      items: z.array(CartItemShape).max(100),
      discountCode: z.string().nullable(),
      loyaltyPoints: z.int().nullable().meta({ description: 'The points to redeem; null if none.' }),
      breakdown: breakdownShape,
      ...fulfilmentShape,
      notices: z.array(CartNotice),
      currency: z.string(),
      updatedAt: z.iso.datetime(),
    })
    .meta({ id: 'Cart', description: 'A shopping cart with current prices and availability.' }),
})

const EXAMPLE_VARIANT_ID = '01980f5e-7b10-7d2f-8a41-4c9e2b7d5f02'
const EXAMPLE_ITEM = { id: EXAMPLE_PRODUCT_ID, variant: { size: '250g' } }

const exampleCart = {
  id: EXAMPLE_CART_ID,
  items: [
    {
      ...EXAMPLE_ITEM,
      variantId: EXAMPLE_VARIANT_ID,
      name: 'Assam',
      image: 'http://localhost:4000/pictures/assam.svg',
      picture: exampleMedia,
      unitPrice: 499,
      qty: 2,
      lineTotal: 998,
      available: true,
      message: null,
    },
  ],
  discountCode: 'WELCOME10',
  loyaltyPoints: null,
  breakdown: exampleBreakdown,
  notices: [],
  currency: 'INR',
  updatedAt: '2026-01-31T09:30:00.000Z',
}

graphql(`fragment RestCartFields on Cart {
  id
  items { id: productId variant { name value } variantId name image picture { ...RestPictureFields } unitPrice qty lineTotal available message }
  discountCode loyaltyPoints
  breakdown {
    subtotal discount shipping tax gstInclusive total
    loyaltyDiscount loyaltyPointsUsed loyaltyPointsEarned
  }
  notices { code reason message item productId needs }
  delivery { ...RestDeliveryOption }
  deliveryOptions { ...RestDeliveryOption }
  destination { country region postal_code: postalCode }
  paymentMethod { ...RestPaymentOption }
  paymentOptions { ...RestPaymentOption }
  currency updatedAt
}`)

export const createCart = route({
  method: 'POST',
  path: '/api/sites/:subdomain/cart',
  summary: 'Creates a cart.',
  description:
    'Prices, discount and availability are calculated whenever the cart is read; nothing is reserved. A cart is deleted after 30 days without use. If it is created with a customer’s token, it belongs to that customer. A request with a discount code also counts towards the `quoteCode` limit.',
  token: 'optional',
  operation: graphql(
    `mutation RestCreateCart($input: NewCartInput) { createCart(input: $input) { ...RestCartFields } }`,
  ),
  body: newCartInput,
  variables: ({ body: { items, ...rest } }) => ({ input: { ...rest, items: linesOf(items) } }),
  response,
  example: {
    body: { items: [{ ...EXAMPLE_ITEM, qty: 2 }], discountCode: 'WELCOME10' },
    answer: { cart: exampleCart },
  },
  toResponse: ({ createCart }) => ({ cart: withOptions(createCart) }),
  problems: ['BAD_USER_INPUT'],
})

export const getCart = route({
  method: 'GET',
  path: '/api/sites/:subdomain/cart/:cartId',
  summary: 'Returns a cart with current prices and availability.',
  description:
    'Once a cart has been requested or changed with a customer’s token, it belongs to that customer and is 404 for everyone else.',
  token: 'optional',
  operation: graphql(`query RestCart($id: ID!) { cart(id: $id) { ...RestCartFields } }`),
  variables: ({ params }) => ({ id: params.cartId }),
  response,
  example: { answer: { cart: exampleCart } },
  toResponse: ({ cart }) => ({ cart: withOptions(cart) }),
  problems: ['NOT_FOUND'],
})

export const updateCart = route({
  method: 'PATCH',
  path: '/api/sites/:subdomain/cart/:cartId',
  summary: 'Updates a cart.',
  description:
    'The changes are applied completely or not at all. Send either `items`, which replaces the contents, or `remove`, `set` and `add`, which change single lines in this order, so that several pages can change a cart at the same time. Omitted fields stay unchanged; null clears `discountCode` or `loyaltyPoints`. A request with a discount code also counts towards the `quoteCode` limit.',
  token: 'optional',
  operation: graphql(`mutation RestUpdateCart($id: ID!, $input: CartInput!) {
    updateCart(id: $id, input: $input) { ...RestCartFields }
  }`),
  body: cartChangeInput,
  variables: ({ params, body: { items, add, set, remove, ...rest } }) => ({
    id: params.cartId,
    input: { ...rest, items: linesOf(items), add: linesOf(add), set: linesOf(set), remove: linesOf(remove) },
  }),
  response,
  example: {
    body: { add: [{ ...EXAMPLE_ITEM, qty: 1 }], remove: [{ ...EXAMPLE_ITEM, qty: 1 }] },
    answer: { cart: exampleCart },
  },
  toResponse: ({ updateCart }) => ({ cart: withOptions(updateCart) }),
  problems: ['BAD_USER_INPUT', 'NOT_FOUND'],
})

export const deleteCart = route({
  method: 'DELETE',
  path: '/api/sites/:subdomain/cart/:cartId',
  summary: 'Deletes a cart.',
  description: 'Orders placed from it are not affected.',
  token: 'optional',
  operation: graphql(`mutation RestDeleteCart($id: ID!) { deleteCart(id: $id) }`),
  variables: ({ params }) => ({ id: params.cartId }),
  response: z.object({ success: z.boolean() }),
  example: { answer: { success: true } },
  toResponse: ({ deleteCart }) => ({ success: deleteCart }),
  problems: ['NOT_FOUND'],
})

function linesOf<Line extends { variant: CartItem['variant'] }>(lines: readonly Line[] | undefined) {
  return lines?.map(({ variant, ...line }) => ({ ...line, variant: variant && optionList(variant) }))
}

const withOptions = ({
  items,
  notices,
  delivery,
  deliveryOptions,
  destination,
  paymentMethod,
  paymentOptions,
  ...cart
}: RestCartFieldsFragment) => ({
  ...cart,
  ...asFulfilment({ delivery, deliveryOptions, destination, paymentMethod, paymentOptions }),
  notices: notices.map((notice) => ({ ...shownNotice(notice), item: notice.item })),
  items: items.map(({ variant, ...item }) => ({ ...item, variant: variant && optionsOf(variant) })),
})
