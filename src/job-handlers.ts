import { runProductImport } from './catalog/import/job/run-product-import.ts'
import { indexOutdated } from './catalog/search/index/index-outdated.ts'
import { indexStock } from './catalog/search/index/index-stock.ts'
import { cleanUp } from './clean-up.ts'
import { sendAccountMail } from './customers/mails/send-account-mail.ts'
import { addUpFigures } from './figures/add-up.ts'
import type { Services } from './graphql/context.ts'
import type { JobHandlers } from './job-kinds.ts'
import { notifyOwner } from './leads/notify-owner.ts'
import { sendOrderMails } from './mails/send-order-mails.ts'
import { reconcileRefunds } from './refunds/reconcile-refunds.ts'
import { reconcilePayments } from './settlement/reconcile-payments.ts'
import { createDelivery } from './webhooks/deliver-messages.ts'

export const jobHandlers = (services: Services): JobHandlers => ({
  'lead-notification': (payload) => notifyOwner(services, payload),
  'account-mail': (payload) => sendAccountMail(services, payload),
  'order-mail': (payload) => sendOrderMails(services, payload),
  'webhook-delivery': createDelivery(services),
  'product-import': (payload, signal) => runProductImport(services, payload, signal),
  'payment-reconciliation': async (_, signal) => {
    const settling = reconcilePayments(services, signal).then((settled) => {
      if (settled > 0) services.logger.info({ settled }, 'Settled paid orders that had not been verified')
    })
    // A failure here must not keep refunds from being reconciled.
    await settling.catch(() => {})
    const ended = await reconcileRefunds(services, signal)
    if (ended > 0) services.logger.info({ ended }, 'Settled refunds that no webhook had reported')
    await settling
  },
  'product-index': async (_, signal) => {
    const indexing = indexOutdated(services, signal).then((indexed) => {
      if (indexed > 0)
        services.logger.info({ indexed }, 'Indexed products that were missing or outdated in the search index')
    })
    // A failure here must not keep the stock of others from being counted.
    await indexing.catch(() => {})
    services.logger.debug({ indexed: await indexStock(services, signal) }, 'Updated availability in the search index')
    await indexing
  },
  figures: async (_, signal) => {
    services.logger.debug({ written: await addUpFigures(services, signal) }, 'Added up figures')
  },
  'clean-up': async (_, signal) => {
    services.logger.debug({ ended: await cleanUp(services, signal) }, 'Released expired holds')
  },
})
