import { ownerBuilder } from '../graphql/schema/owner-builder.ts'
import { DeliveryKind, FeeBasis } from './delivery-kinds.ts'

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
    region: t.string({ description: 'The region as an ISO 3166-2 code, such as IN-KA; in India its name will do.' }),
    postalCode: t.string({ description: 'The postal code, at most 20 characters.' }),
  }),
})
