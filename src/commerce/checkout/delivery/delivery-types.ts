import { builder } from '../../../api/graphql/schema/builder.ts'
import { DeliveryKind, type PickupPlace } from '../../delivery/delivery-kinds.ts'
import type { Destination } from '../../delivery/zones.ts'

export const DeliveryKindType = builder.enumType('DeliveryKind', {
  description: 'How goods reach the buyer.',
  values: {
    [DeliveryKind.DELIVERY]: { description: 'They are brought to the destination.' },
    [DeliveryKind.PICKUP]: { description: 'The buyer picks them up.' },
  },
})

export const Pickup = builder.objectRef<PickupPlace>('PickupPlace').implement({
  description: 'Where goods are picked up.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'The address.' }),
    hours: t.exposeString('hours', { description: 'When it is open, in the store’s words; empty if not given.' }),
  }),
})

export const days = {
  from: { nullable: true, description: 'The first day of delivery, such as 2026-01-31; null if none is promised.' },
  until: { nullable: true, description: 'The last day of delivery; null if none is promised.' },
} as const

export const DestinationType = builder.objectRef<Destination>('Destination').implement({
  description: 'Where an order is delivered.',
  fields: (t) => ({
    country: t.exposeString('country', { description: 'The country as an ISO 3166-1 code.' }),
    region: t.exposeString('region', { nullable: true, description: 'The region as an ISO 3166-2 code, if known.' }),
    postalCode: t.exposeString('postalCode', { nullable: true, description: 'The postal code, if known.' }),
  }),
})
