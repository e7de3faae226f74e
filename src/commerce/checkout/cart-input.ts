import { z } from 'zod'
import { labelledText } from '../../platform/input/labelled-text.ts'
import { inputRules, optional } from '../../platform/input/parse-input.ts'
import { isEmailAddress } from '../../platform/text/address.ts'
import { MAX_QTY } from '../../shared/bounds.ts'
import { plainText } from '../../shared/typed-text.ts'
import { variant, variantId } from '../carts/cart-input.ts'
import { type CartItem, MAX_ITEMS, TOO_MANY_ITEMS } from '../carts/cart-line.ts'
import { addressIdInput, deliveryInput, paymentMethodInput } from '../delivery/destination.ts'

/** Replaces an unreadable item, which gets a notice; keeps its product. */
function invalidItem(context: z.core.$ZodCatchCtx | undefined): CartItem {
  const id = z.object({ id: z.uuid() }).safeParse(context?.value).data?.id
  return { id: id ?? '', qty: 0, variant: null }
}

const cartItem = z
  .object({ id: z.string().max(100), qty: z.int().min(1).max(MAX_QTY), variant, variantId })
  // OpenAPI asks for the value without a context.
  .catch(invalidItem)
  .meta({ id: 'CartItem', description: 'An item to price or to buy.' })

export const items = z.array(cartItem, { error: 'Cart is empty' }).max(MAX_ITEMS, { error: TOO_MANY_ITEMS })

const loyaltyPoints = optional(z.number({ error: 'loyaltyPoints must be a number' }))
const expectedTotal = optional(z.number({ error: 'expectedTotal must be a number' })).meta({
  description:
    'The total that the buyer has been shown: `breakdown.total` of a cart or quote. If the order would cost something else, nothing is ordered, and the answer is 409 with the new total in its message and the reasons in its notices.',
})
// Any length: an unknown code takes nothing off.
const discountCode = optional(z.string({ error: 'Discount code must be text' }))

const WHO = 'Name and phone required'
const NO_NAME = 'Name is required'
const NO_PHONE = 'Phone is required'

export const CITY =
  'The town. With it, `address` is street and house number alone; region, postal code and country are those of `delivery`.'

const buyer = z
  .object(
    {
      name: labelledText({ label: 'Name', min: 1, max: 255, trim: true, messages: { missing: NO_NAME } }),
      phone: labelledText({ label: 'Phone', min: 1, max: 50, trim: true, messages: { missing: NO_PHONE } }),
      email: optional(
        labelledText({ label: 'Email', max: 255, normalize: plainText, trim: true }).refine(isEmailAddress, {
          error: 'Email must be a valid email address',
        }),
      ),
      address: optional(labelledText({ label: 'Address', max: 1000, trim: true })),
      city: optional(labelledText({ label: 'City', max: 100, trim: true })).meta({ description: CITY }),
      notes: optional(labelledText({ label: 'Notes', max: 500, trim: true })),
    },
    { error: WHO },
  )
  .meta({ id: 'Buyer', description: 'The buyer and the shipping address.' })

export const cartId = optional(z.string({ error: 'cartId must be text' }))

export const checkoutInput = inputRules({
  required: [['items', 'cartId']],
  missing: 'Cart is empty',
  shared: { [NO_NAME]: WHO, [NO_PHONE]: WHO },
  fields: {
    items: optional(items),
    cartId,
    buyer,
    discountCode,
    loyaltyPoints,
    addressId: addressIdInput,
    delivery: deliveryInput,
    paymentMethod: paymentMethodInput,
    expectedTotal,
  },
})

// An incomplete phone gets a quote as well.
const quotedPhone = optional(z.string({ error: 'Phone must be text' }))

export const quoteInput = inputRules({
  required: ['items'],
  missing: 'Cart is empty',
  fields: {
    items,
    phone: quotedPhone,
    discountCode,
    loyaltyPoints,
    delivery: deliveryInput,
    addressId: addressIdInput,
    paymentMethod: paymentMethodInput,
  },
})

export type Buyer = z.output<typeof buyer>
