import { z } from 'zod'
import { route } from '../../../api/rest/route.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { labelledText } from '../../../platform/input/labelled-text.ts'
import { given } from '../../../platform/input/query-values.ts'
import { REGION_FORM } from '../../../shared/regions.ts'
import { asDelivery, deliveryOption, paymentOption } from '../../delivery/delivery-shapes.ts'

graphql(`fragment RestDeliveryOption on DeliveryOption {
  code name description kind fee free_from: freeFrom from until pickup { address hours }
}`)
graphql(`fragment RestPaymentOption on PaymentOption { code name instructions fee }`)
graphql(`fragment RestOrderDelivery on OrderDelivery {
  method name kind fee from until ready_at: readyAt destination { country region postal_code: postalCode } pickup { address hours }
}`)
graphql(`fragment RestOrderPayment on OrderPayment { method name instructions fee due }`)

const text = (label: string, max: number, description: string) =>
  given(labelledText({ label, max, trim: true })).meta({ description })

export const delivery = route({
  method: 'GET',
  path: '/api/sites/:subdomain/delivery',
  summary: 'Lists the delivery methods and payment methods available at a destination.',
  description:
    'With `product` or `cart`, the fees are for one unit of the product or for the cart; without them, each fee is the lowest of its method. The payment provider is not among `payment_methods`. A store that has only its flat shipping fee is serviceable everywhere and has no methods.',
  token: 'optional',
  isPrivate: true,
  operation: graphql(`query RestDelivery($to: DestinationInput, $items: [CartItemInput!], $cartId: ID) {
    delivery(to: $to, items: $items, cartId: $cartId) {
      serviceable message needs
      methods { ...RestDeliveryOption }
      payment_methods: paymentMethods { ...RestPaymentOption }
    }
  }`),
  query: z.object({
    country: text('country', 2, 'The ISO 3166-1 code of the country; the store’s country by default.'),
    region: text('region', 100, REGION_FORM),
    postal_code: text('postal_code', 20, 'The postal code.'),
    product: text('product', 100, 'The ID of a product without variants, or of any product for its weight.'),
    cart: text('cart', 100, 'The ID of a cart.'),
  }),
  variables: ({ query: { country, region, postal_code, product, cart } }) => ({
    to: { country: country ?? null, region: region ?? null, postalCode: postal_code ?? null },
    items: product === undefined ? null : [{ id: product, qty: 1 }],
    cartId: cart ?? null,
  }),
  response: z.object({
    serviceable: z.boolean().meta({ description: 'Whether the store delivers there.' }),
    message: z.string().optional().meta({ description: 'Why it does not, for display to the shopper.' }),
    needs: z.string().optional().meta({
      description:
        'What the destination has to name as well: `country`, `region` or `postalCode`; absent if that would not help.',
    }),
    methods: z.array(deliveryOption),
    payment_methods: z.array(paymentOption),
  }),
  example: {
    query: { country: 'IN', postal_code: '560001' },
    answer: { serviceable: true, methods: [], payment_methods: [] },
  },
  toResponse: ({ delivery: { serviceable, message, needs, methods, payment_methods } }) => ({
    serviceable,
    ...(message !== null && { message }),
    ...(needs !== null && { needs }),
    methods: methods.map(asDelivery),
    payment_methods,
  }),
  problems: ['BAD_USER_INPUT', 'NOT_FOUND'],
})
