/** How goods reach the buyer. A CHECK of the database holds the same list. */
export const DeliveryKind = { DELIVERY: 'DELIVERY', PICKUP: 'PICKUP' } as const
export type DeliveryKind = (typeof DeliveryKind)[keyof typeof DeliveryKind]

/** What the tiers of a fee are measured by. A CHECK of the database holds the same list. */
export const FeeBasis = { FLAT: 'FLAT', PRICE: 'PRICE', WEIGHT: 'WEIGHT' } as const
export type FeeBasis = (typeof FeeBasis)[keyof typeof FeeBasis]

/** Where goods are picked up, in the owner's words. */
export type PickupPlace = {
  address: string
  hours: string
}
