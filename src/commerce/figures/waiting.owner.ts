import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { MOST_COUNTED } from '../../platform/counted-page.ts'
import { countAllWaiting, type Waiting } from './waiting.ts'

const WaitingType = ownerBuilder.objectRef<Waiting>('Waiting').implement({
  description: `How much waits for you. Each count is exact up to ${MOST_COUNTED}, ${MOST_COUNTED + 1} if there is more, and null if the key does not have the scope that lists it.`,
  fields: (t) => {
    const count = (name: keyof Waiting, description: string) => t.exposeInt(name, { nullable: true, description })
    return {
      toShip: count('toShip', 'Orders that are confirmed, not shipped and not refunded in full.'),
      toConfirm: count('toConfirm', 'Pending orders that wait for `confirmOrder` or `recordPayment`.'),
      needAttention: count('needAttention', 'Orders that need attention: `orders(needsAttention: true)`.'),
      toCollect: count('toCollect', 'Orders whose money is still to be collected: `orders(toCollect: true)`.'),
      refunds: count('refunds', 'Refunds in progress.'),
      reviews: count('reviews', 'Reviews to approve or reject.'),
      lowStock: count('lowStock', 'Products and variants of which few are left: `lowStock`.'),
      failedJobs: count('failedJobs', 'Background jobs that have failed permanently: `jobs`.'),
      undelivered: count('undelivered', 'Webhook messages that were given up: `webhookMessages(status: GIVEN_UP)`.'),
      webhooksOff: count('webhooksOff', 'Webhooks that the service has disabled.'),
    }
  },
})

ownerBuilder.queryField('waiting', (t) =>
  t.field({
    scope: { anyOf: ['orders', 'catalogue', 'settings'] },
    type: WaitingType,
    nullable: true,
    description: 'How much waits for you.',
    failure: 'Failed to count what waits',
    resolve: (_, __, context) => countAllWaiting(context),
  }),
)
