import { z } from 'zod'
import { clearable, inputRules, optional } from '../../platform/input/parse-input.ts'
import { MAX_INTEGER } from '../../platform/integer.ts'
import { isStorableText } from '../../platform/text/text.ts'
import { isUuid } from '../../platform/uuid.ts'
import { MAX_QTY } from '../../shared/bounds.ts'
import {
  addressIdInput,
  deliveryInput,
  deliveryWish,
  paymentMethodCode,
  paymentMethodInput,
} from '../delivery/destination.ts'
import { MAX_ITEMS, TOO_MANY_ITEMS } from './cart-line.ts'

const VARIANTS = 'variant must be an object of at most 20 options, texts of 1 to 255 characters.'
const wrong = { error: VARIANTS }
const option = z.string(wrong).min(1, wrong).max(255, wrong).refine(isStorableText, wrong)
const options = z.record(option, option, wrong).refine((given) => Object.keys(given).length <= 20, wrong)

const optionList = z.array(z.object({ name: option, value: option }))

/** An object in REST; GraphQL lacks maps and sends a list. */
export const variant = z
  .preprocess((given) => {
    const list = optionList.safeParse(given)
    return list.success ? Object.fromEntries(list.data.map(({ name, value }) => [name, value])) : given
  }, options.nullish())
  .transform((given) => (given && Object.keys(given).length > 0 ? given : null))

const IDS = 'An item needs the id of a product.'
const id = z
  .string({ error: IDS })
  .refine(isUuid, { error: IDS })
  .transform((given) => given.toLowerCase())
  .meta({ description: 'The ID of the product.' })

export const variantId = z
  .string({ error: 'variantId must be text.' })
  .max(100, { error: 'variantId must be at most 100 characters.' })
  .refine(isStorableText, { error: 'variantId contains characters that cannot be stored.' })
  .nullish()
  .meta({ description: 'The ID of the variant, as an alternative to `variant`.' })

const chosen = {
  id,
  variantId,
  variant: variant.meta({ description: 'The options of the variant, by name.' }),
}

const qtyFrom = (least: number) => {
  const error = `qty must be a whole number from ${least} to ${MAX_QTY}.`
  return z.int({ error }).min(least, { error }).max(MAX_QTY, { error })
}

const line = z
  .object({ ...chosen, qty: qtyFrom(1) }, { error: IDS })
  .meta({ id: 'CartLine', description: 'A line of a cart.' })
const setLine = z
  .object({ ...chosen, qty: qtyFrom(0) }, { error: IDS })
  .meta({ id: 'CartLineSet', description: 'The new number of units of a line; 0 removes the line.' })
const removedLine = z.object({ ...chosen, qty: optional(qtyFrom(1)) }, { error: IDS }).meta({
  id: 'CartLineRemoved',
  description: 'The number of units to remove from a line; without `qty` the whole line.',
})

const listOf = <Line extends z.ZodType>(name: string, entry: Line) =>
  z.array(entry, { error: `${name} must be a list` }).max(MAX_ITEMS, { error: TOO_MANY_ITEMS })

// No store has a longer code, and the text is stored.
const discountCode = z
  .string({ error: 'Discount code must be text' })
  .trim()
  .max(255, { error: 'Discount code must be at most 255 characters' })
  .refine(isStorableText, { error: 'Discount code contains characters that cannot be stored' })

const POINTS = 'loyaltyPoints must be a whole number of at least 0'
const loyaltyPoints = z.int({ error: POINTS }).min(0, { error: POINTS }).max(MAX_INTEGER, { error: POINTS })

export const newCartInput = inputRules({
  required: [],
  missing: '',
  fields: {
    items: optional(listOf('items', line)),
    discountCode: optional(discountCode),
    delivery: deliveryInput,
    addressId: addressIdInput,
    paymentMethod: paymentMethodInput,
  },
})

/** Null and blank remove the code or the points; omitted fields stay. */
export const cartChangeInput = inputRules({
  required: [],
  missing: '',
  fields: {
    items: optional(listOf('items', line)),
    add: optional(listOf('add', line)),
    set: optional(listOf('set', setLine)),
    remove: optional(listOf('remove', removedLine)),
    discountCode: discountCode.nullish(),
    loyaltyPoints: loyaltyPoints.nullish(),
    delivery: clearable(deliveryWish),
    addressId: addressIdInput,
    paymentMethod: clearable(paymentMethodCode),
  },
})
