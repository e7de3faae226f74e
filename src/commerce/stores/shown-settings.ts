import type { Store } from '../../generated/prisma/client.ts'
import { mainUnitsOrNull, microToNumber, toMainUnits } from '../../platform/money.ts'

/** The settings that both shoppers and owners read. Amounts are in main currency units. */

export const taxSettings = {
  rate: {
    description: 'The default rate in percent; a product can have its own.',
    resolve: ({ taxRateMicro }: Store) => microToNumber(BigInt(taxRateMicro) * 100n),
  },
  inclusive: {
    description: 'Whether prices include tax.',
    resolve: ({ taxInclusive }: Store) => taxInclusive,
  },
}

export const shippingSettings = {
  fee: {
    description: 'The fee per order.',
    resolve: ({ shippingFee, currency }: Store) => toMainUnits(shippingFee, currency),
  },
  freeFrom: {
    description: 'Shipping is free from this amount of goods after the discount; null if it never is.',
    nullable: true,
    resolve: ({ shippingFreeFrom, currency }: Store) => mainUnitsOrNull(shippingFreeFrom, currency),
  },
} as const

export const loyaltySettings = {
  enabled: {
    description: 'Whether purchases earn points.',
    resolve: ({ loyaltyEnabled }: Store) => loyaltyEnabled,
  },
  earnRate: {
    description: 'The points earned for each main currency unit spent.',
    resolve: ({ earnRateMicro }: Store) => microToNumber(earnRateMicro),
  },
  redeemRate: {
    description: 'The value of one point in main currency units.',
    resolve: ({ redeemRateMicro }: Store) => microToNumber(redeemRateMicro),
  },
}

export const cancellableMinutes = {
  description:
    'How long after placing it customers can cancel an order that is paid but not shipped, in minutes; 0 if they cannot.',
  resolve: ({ cancellableMinutes }: Store) => cancellableMinutes,
}
