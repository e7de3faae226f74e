import { builder } from '../gateway/builder.ts'
import type { Customer } from '../generated/prisma/client.ts'
import { microToNumber } from '../platform/money.ts'

const Loyalty = builder.objectRef<Pick<Customer, 'points'>>('Loyalty').implement({
  description: 'A customer’s points, and what they are worth.',
  fields: (t) => ({
    enabled: t.boolean({
      description: 'Whether the store has a loyalty program.',
      resolve: (_, __, { store }) => store.loyaltyEnabled,
    }),
    earnRate: t.float({
      description: 'Points for each main currency unit spent.',
      resolve: (_, __, { store }) => microToNumber(store.earnRateMicro),
    }),
    redeemRate: t.float({
      description: 'Main currency units that one point is worth.',
      resolve: (_, __, { store }) => microToNumber(store.redeemRateMicro),
    }),
    points: t.exposeInt('points', { description: 'The settled balance. What pending orders redeem is still in it.' }),
  }),
})

builder.objectField('Customer', 'loyalty', (t) =>
  t.field({
    type: Loyalty,
    description: 'Their points.',
    failure: 'Failed to load points',
    resolve: ({ points }) => ({ points }),
  }),
)
