import type { Context, Services } from '../../src/api/context.ts'
import { checkout } from '../../src/commerce/checkout/checkout.ts'
import { readTerms } from '../../src/commerce/delivery/store-terms.ts'
import type { OrderMails } from '../../src/commerce/mails/mail-name.ts'
import { sendOrderMails } from '../../src/commerce/mails/send-order-mails.ts'
import { confirmOrder } from '../../src/commerce/orders/collect/confirm-order.ts'
import { recordPayment } from '../../src/commerce/orders/collect/record-payment.ts'
import { createOrderQueue } from '../../src/commerce/orders/order-queue.ts'
import { changeOrderStatus } from '../../src/commerce/orders/status/change-status.ts'
import type { OrderStatus } from '../../src/commerce/orders/status/order-status.ts'
import { createSandboxLedger } from '../../src/commerce/payments/payments.sql.ts'
import { createPayments } from '../../src/commerce/payments/payments.ts'
import { createSandbox } from '../../src/commerce/payments/sandbox.ts'
import { reconcileRefunds } from '../../src/commerce/refunds/reconcile-refunds.ts'
import { refundOrder } from '../../src/commerce/refunds/refund-order.ts'
import { reconcilePayments } from '../../src/commerce/settlement/reconcile-payments.ts'
import { verifyPayment } from '../../src/commerce/settlement/verify-payment.ts'
import type { Database, DatabaseOptions } from '../../src/platform/database/database.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createMailer } from '../../src/platform/mailer.ts'
import { Problem } from '../../src/platform/problem.ts'
import { createKeyedHash } from '../../src/platform/secrets/keyed-hash.ts'
import { createSeal } from '../../src/platform/secrets/sealed-secrets.ts'
import { createMetrics } from '../../src/process/metrics.ts'
import { generousHolds } from '../support/generous-holds.ts'
import { fullCaller as caller } from '../support/owner.ts'

export const SECRET = 'a-secret-for-tests-only-0123456789abcdef'

/** Something that a process does for a store and does not survive. */
export type Deed = { storeId: string /** What its clock shows. */; at: string } & (
  | { act: 'checkout'; customerId: string; key: string; input: object }
  | { act: 'verify'; receipt: object }
  | { act: 'cancel'; orderNo: string }
  | { act: 'move'; orderNo: string; to: OrderStatus; restock?: boolean }
  | { act: 'confirm'; orderNo: string }
  | { act: 'record'; orderNo: string; key: string; amount?: number }
  | { act: 'reconcile' }
  | { act: 'refund'; orderNo: string; key: string }
  | { act: 'reconcileRefunds' }
  | { act: 'mail'; job: OrderMails; smtpUrl: string }
)

export interface Errand {
  database: DatabaseOptions
  paymentsUrl: string
  deed: Deed
  /** Whether each write is a step of its own, or a transaction as a whole, with its COMMIT. */
  steps: 'writes' | 'commits'
  /** Which of its steps it does not live to take, counted from 1; it takes all of them when there is none. */
  dieAt: number | null
}

/** Of the service, what these deeds need. */
export function servicesFor(database: Pick<Database, 'prisma' | 'sql'>, paymentsUrl: string, at: string): Services {
  const logger = createLogger(process.env.TEST_LOG_LEVEL ?? 'silent')
  const seal = createSeal([SECRET])
  const sandbox = createSandbox(
    createSandboxLedger(() => database.sql),
    seal,
  )
  const payments = createPayments({ baseUrl: paymentsUrl, timeoutMs: 5_000, sandbox, log: logger })
  const parts = {
    db: { ...database, replica: null },
    orderQueue: createOrderQueue(),
    seal,
    keyedHash: createKeyedHash([SECRET]),
    payments,
    sandbox,
    holdMinutes: 15,
    holdLimits: generousHolds,
    // What a checkout counts outside the database.
    limits: { consume: async () => ({ limited: false }) },
    clock: () => new Date(at),
    logger,
    metrics: createMetrics(),
  }
  return parts as unknown as Services
}

/** Does it as the service would; what GraphQL and REST add around it changes nothing. A refusal is an answer too. */
export const perform = (services: Services, deed: Deed): Promise<unknown> =>
  attempt(services, deed).catch((error: unknown) => {
    if (error instanceof Problem) return { refused: error.message }
    throw error
  })

async function attempt(services: Services, deed: Deed): Promise<unknown> {
  const {
    db: { prisma },
  } = services
  const store = await prisma.store.findUniqueOrThrow({ where: { id: deed.storeId } })
  const customer =
    deed.act === 'checkout'
      ? await prisma.customer.findUniqueOrThrow({ where: { storeId_id: { storeId: store.id, id: deed.customerId } } })
      : null
  const idempotencyKey = deed.act === 'checkout' ? deed.key : null
  const parts = {
    services,
    store,
    log: services.logger,
    viewer: async () => customer,
    preview: async () => null,
    idempotencyKey,
    ip: '127.0.0.1',
    terms: () => readTerms(services.db.sql, store.id),
  }
  const context = parts as unknown as Context
  switch (deed.act) {
    case 'checkout': {
      const { order, providerOrderId } = await checkout(context, deed.input)
      return { orderNo: order.orderNo, providerOrderId }
    }
    case 'verify':
      return verifyPayment(context, deed.receipt)
    case 'cancel':
      return (await changeOrderStatus(context, deed.orderNo, 'CANCELLED', 'owner:test')).status
    case 'move':
      return (await changeOrderStatus(context, deed.orderNo, deed.to, 'owner:test', { restock: deed.restock })).status
    case 'confirm':
      return confirmOrder({ services, store, caller }, { orderNo: deed.orderNo })
    case 'record': {
      const payment = { orderNo: deed.orderNo, amount: deed.amount, idempotencyKey: deed.key }
      return recordPayment({ services, store, caller }, payment)
    }
    case 'reconcile':
      return reconcilePayments(services)
    case 'refund': {
      const refund = { orderNo: deed.orderNo, reason: 'Test', idempotencyKey: deed.key }
      return refundOrder({ services, store, caller }, refund)
    }
    case 'reconcileRefunds':
      return reconcileRefunds(services)
    case 'mail': {
      const smtp = { smtpUrl: deed.smtpUrl, from: 'shop@example.com' }
      const mailer = createMailer({ smtp, logger: services.logger })
      return sendOrderMails({ ...services, mailer, showsMails: false }, deed.job)
    }
  }
}
