import { z } from 'zod'

/** How delivery and payment look over REST. What a store does not use is left out of answers. */

const mainUnits = (description: string) => z.number().meta({ description: `${description}, in main currency units.` })

const kind = z.enum(['delivery', 'pickup'])
const day = (description: string) => z.string().nullable().meta({ description })
const from = day('The first day of delivery, such as `2026-01-31`; null if none is promised.')
const until = day('The last day of delivery; null if none is promised.')

const pickup = z
  .object({ address: z.string(), hours: z.string() })
  .nullable()
  .meta({ description: 'Where the goods are picked up; null for a method that delivers.' })

export const deliveryOption = z
  .object({
    code: z.string(),
    name: z.string(),
    description: z.string(),
    kind,
    fee: mainUnits('The fee'),
    free_from: z
      .number()
      .nullable()
      .meta({ description: 'The value of goods after the discount from which it is free; null if it never is.' }),
    from,
    until,
    pickup,
  })
  .meta({ id: 'DeliveryOption', description: 'A delivery method with its fee for the order.' })

export const paymentOption = z
  .object({ code: z.string(), name: z.string(), instructions: z.string(), fee: mainUnits('The fee') })
  .meta({ id: 'PaymentOption', description: 'A way to pay besides the payment provider, with its fee for the order.' })

const destination = z
  .object({ country: z.string(), region: z.string().nullable(), postal_code: z.string().nullable() })
  .meta({ id: 'Destination', description: 'Where an order is delivered, by ISO 3166 codes.' })

/** The fields that a cart and a quote have in stores with zones or payment methods. */
export const fulfilmentShape = {
  delivery: deliveryOption.optional().meta({ description: 'The delivery method that the price includes, if any.' }),
  delivery_options: z
    .array(deliveryOption)
    .optional()
    .meta({ description: 'The delivery methods that are possible; absent if there are none.' }),
  destination: destination.optional().meta({ description: 'Where it is to be delivered; absent if not given.' }),
  payment_method: paymentOption
    .optional()
    .meta({ description: 'The chosen payment method; absent for the payment provider.' }),
  payment_options: z
    .array(paymentOption)
    .optional()
    .meta({ description: 'The payment methods besides the payment provider; absent if there are none.' }),
}

/** How an order is delivered and paid; left out where the store's flat fee and its payment provider apply. */
export const orderDelivery = z
  .object({
    method: z.string().meta({ description: 'The code of the method.' }),
    name: z.string(),
    kind,
    fee: mainUnits('The fee, without that of the payment method'),
    from,
    until,
    ready_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Since when the goods have been ready to be picked up; null if they are not.' }),
    destination: destination.nullable(),
    pickup,
  })
  .meta({ id: 'OrderDelivery', description: 'How an order is delivered, as it was when the order was placed.' })

export const orderPayment = z
  .object({
    method: z.string().meta({ description: 'The code of the payment method.' }),
    name: z.string(),
    instructions: z.string().meta({ description: 'What the buyer has to do; empty if not given.' }),
    fee: mainUnits('The fee'),
    due: mainUnits('What is still to be paid'),
  })
  .meta({ id: 'OrderPayment', description: 'How an order is paid without the payment provider.' })

type Kind = 'DELIVERY' | 'PICKUP'
const kindOf = (kind: Kind) => (kind === 'PICKUP' ? ('pickup' as const) : ('delivery' as const))

/** An option, or the delivery of an order, as REST writes it. */
export const asDelivery = <Option extends { kind: Kind }>({ kind, ...rest }: Option) => ({
  ...rest,
  kind: kindOf(kind),
})

interface Fulfilment<Delivery, Payment, Place> {
  delivery: Delivery | null
  deliveryOptions: readonly Delivery[]
  destination: Place | null
  paymentMethod: Payment | null
  paymentOptions: readonly Payment[]
}

/** The fields of a cart or a quote that its store has. */
export const asFulfilment = <Delivery extends { kind: Kind }, Payment, Place>({
  delivery,
  deliveryOptions,
  destination,
  paymentMethod,
  paymentOptions,
}: Fulfilment<Delivery, Payment, Place>) => ({
  ...(delivery && { delivery: asDelivery(delivery) }),
  ...(deliveryOptions.length > 0 && { delivery_options: deliveryOptions.map(asDelivery) }),
  ...(destination && { destination }),
  ...(paymentMethod && { payment_method: paymentMethod }),
  ...(paymentOptions.length > 0 && { payment_options: [...paymentOptions] }),
})
