import type { Services } from '../api/context.ts'
import { runProductImport } from '../commerce/catalog/import/job/run-product-import.ts'
import { createPictureCopying } from '../commerce/catalog/picture-copy/run-picture-copy.ts'
import { indexOutdated } from '../commerce/catalog/search/index/index-outdated.ts'
import { indexStock } from '../commerce/catalog/search/index/index-stock.ts'
import { sendAccountMail } from '../commerce/customers/mails/send-account-mail.ts'
import { addUpFigures } from '../commerce/figures/add-up.ts'
import { notifyOwner } from '../commerce/leads/notify-owner.ts'
import { sendOrderMails } from '../commerce/mails/send-order-mails.ts'
import { sendPersonMail } from '../commerce/people/mails/send-person-mail.ts'
import { sendInvitation } from '../commerce/people/members/invitation-mail.ts'
import { reconcileRefunds } from '../commerce/refunds/reconcile-refunds.ts'
import { reconcilePayments } from '../commerce/settlement/reconcile-payments.ts'
import { createDelivery } from '../commerce/webhooks/deliver-messages.ts'
import { cleanUp } from './clean-up.ts'
import type { JobHandlers } from './job-kinds.ts'

export const jobHandlers = (services: Services): JobHandlers => ({
  'lead-notification': (payload) => notifyOwner(services, payload),
  'account-mail': (payload) => sendAccountMail(services, payload),
  'person-mail': (payload) => sendPersonMail(services, payload),
  'order-mail': (payload) => sendOrderMails(services, payload),
  'invitation-mail': (payload) => sendInvitation(services, payload),
  'webhook-delivery': createDelivery(services),
  'product-import': (payload, signal) => runProductImport(services, payload, signal),
  'picture-copy': createPictureCopying(services),
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
