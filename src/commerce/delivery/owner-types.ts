import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { REGION_FORM, regionName } from '../../shared/regions.ts'
import { DeliveryKind, FeeBasis, type PickupPlace } from './delivery-kinds.ts'
import type { Place } from './zones.ts'

export const DeliveryKindType = ownerBuilder.enumType('DeliveryKind', {
  description: 'How goods reach the buyer.',
  values: {
    DELIVERY: { value: DeliveryKind.DELIVERY, description: 'They are brought to the destination.' },
    PICKUP: { value: DeliveryKind.PICKUP, description: 'The buyer picks them up.' },
  },
})

export const FeeBasisType = ownerBuilder.enumType('FeeBasis', {
  description: 'What the tiers of a fee are measured by.',
  values: {
    FLAT: { value: FeeBasis.FLAT, description: 'Nothing: there is one fee.' },
    PRICE: { value: FeeBasis.PRICE, description: 'The value of goods after the discount, in main currency units.' },
    WEIGHT: { value: FeeBasis.WEIGHT, description: 'The weight in grams.' },
  },
})

export const DestinationInput = ownerBuilder.inputType('DestinationInput', {
  description: 'Where an order is to be delivered.',
  fields: (t) => ({
    country: t.string({ description: 'The country as an ISO 3166-1 code; the store’s country by default.' }),
    region: t.string({ description: REGION_FORM }),
    postalCode: t.string({ description: 'The postal code, at most 20 characters.' }),
  }),
})

export const PickupType = ownerBuilder.objectRef<PickupPlace>('PickupPlace').implement({
  description: 'Where goods are picked up.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'The address.' }),
    hours: t.exposeString('hours', { description: 'When it is open; empty if not given.' }),
  }),
})

export const DestinationType = ownerBuilder.objectRef<Place>('Destination').implement({
  description: 'Where an order is delivered.',
  fields: (t) => ({
    country: t.exposeString('country', {
      nullable: true,
      description: 'The country as an ISO 3166-1 code; null if neither the destination nor the store names one.',
    }),
    region: t.exposeString('region', { nullable: true, description: 'The region as an ISO 3166-2 code, if known.' }),
    regionName: t.string({
      nullable: true,
      description: 'The name of the region where the service knows it, otherwise its code; null without a region.',
      resolve: ({ region }) => region && regionName(region),
    }),
    postalCode: t.exposeString('postalCode', { nullable: true, description: 'The postal code, if known.' }),
  }),
})
