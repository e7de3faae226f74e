import { builder } from '../../api/graphql/schema/builder.ts'
import type { Customer } from '../../generated/prisma/client.ts'
import { microToNumber } from '../../platform/money.ts'

const Loyalty = builder.objectRef<Pick<Customer, 'points'>>('Loyalty').implement({
  description: 'A customer’s loyalty points and their value.',
  fields: (t) => ({
    enabled: t.boolean({
      description: 'Whether the store has a loyalty program.',
      resolve: (_, __, { store }) => store.loyaltyEnabled,
    }),
    earnRate: t.float({
      description: 'The points earned for each main currency unit spent.',
      resolve: (_, __, { store }) => microToNumber(store.earnRateMicro),
    }),
    redeemRate: t.float({
      description: 'The value of one point in main currency units.',
      resolve: (_, __, { store }) => microToNumber(store.redeemRateMicro),
    }),
    points: t.exposeInt('points', { description: 'The balance of points, including those held by pending orders.' }),
  }),
})

builder.objectField('Customer', 'loyalty', (t) =>
  t.field({
    type: Loyalty,
    description: 'The customer’s loyalty points.',
    failure: 'Failed to load points',
    resolve: ({ points }) => ({ points }),
  }),
)
