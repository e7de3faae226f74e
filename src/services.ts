import { createCatalogueSizes } from './catalog/search/catalogue-sizes.ts'
import { createSharedCounts } from './catalog/search/shared-counts.ts'
import { CHAT_MESSAGES_A_DAY } from './chat/chat-day.ts'
import { createAssistant } from './chat/create-assistant.ts'
import type { Config } from './config.ts'
import { openConfiguredReplica } from './configured-database.ts'
import { createCustomerTokens } from './customers/customer-token.ts'
import type { Services } from './gateway/context.ts'
import { createJobs } from './gateway/job-kinds.ts'
import { createMetrics } from './gateway/metrics.ts'
import { deferredLimits } from './gateway/rate-limit-policy.ts'
import { MAX_LEADS } from './leads/submit-lead.ts'
import { openMedia } from './media/open-media.ts'
import { createOrderQueue } from './orders/order-queue.ts'
import { createOrderWatch } from './orders/watch/watch-orders.ts'
import { createPayments } from './payments/payments.ts'
import { createSandbox } from './payments/sandbox.ts'
import { createSandboxLedger } from './payments/sandbox-ledger.sql.ts'
import type { Database } from './platform/database/database.ts'
import { waysToData } from './platform/database/db.ts'
import { readOrCreateSecrets } from './platform/generated-secrets.ts'
import type { Logger } from './platform/logger.ts'
import { createMailer } from './platform/mailer.ts'
import { createPasswords } from './platform/passwords.ts'
import { createLimits } from './platform/rate-limit.ts'
import { createSeal } from './platform/sealed-secrets.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { createStoreDirectory } from './stores/store-directory.ts'
import { WEBHOOK_PAUSES } from './webhooks/deliver-messages.ts'
import { createWebhookPost } from './webhooks/post-message.ts'

export interface OpenServices extends Services {
  database: Database
  /** Closes everything that was opened. Call it once nothing uses it any more. */
  close(): Promise<void>
}

/** What is there before the services. */
export interface Opened {
  config: Config
  database: Database
  logger: Logger
  /** Null where traces are sent nowhere. */
  tracing: Tracing | null
}

/** Builds the parts that the whole process shares. */
export async function openServices({ config, database, logger, tracing }: Opened): Promise<OpenServices> {
  const secrets = config.secrets ?? (await readOrCreateSecrets(config.dataDir))
  const redis = config.redisUrl
    ? (await import('./platform/redis.ts')).connectRedis(config.redisUrl, logger)
    : undefined
  const limits = createLimits({ ...config.limits, ...(redis && { redis }), deferred: deferredLimits, logger })
  const passwords = createPasswords()
  const clock = () => new Date()
  const metrics = createMetrics()
  const seal = createSeal(secrets)
  const ledger = createSandboxLedger((storeId) => database.forRequest(storeId).sql)
  const sandbox = createSandbox(ledger, seal)
  const replica = await openConfiguredReplica(config, logger)
  const { media, pictures } = await openMedia(config)
  const orderQueue = createOrderQueue()
  const services = {
    database,
    ...waysToData(database, replica),
    stores: createStoreDirectory(database.prisma),
    limits,
    passwords,
    tokens: createCustomerTokens(secrets, clock),
    seal,
    sandbox,
    payments: createPayments({ baseUrl: config.paymentsUrl, sandbox, log: logger }),
    holdMinutes: config.holdMinutes,
    holdLimits: config.holdLimits,
    orderQueue,
    orderWatch: createOrderWatch({ forRequest: database.forRequest, orderQueue, logger }),
    referralsPerAddress: config.referralsPerAddress,
    jobs: createJobs({ executeSql: database.executeSql, metrics, tracing, logger }),
    mailer: createMailer({ smtp: config.mail, logger }),
    showsMails: config.mail === null && database.kind === 'embedded',
    publicUrl: config.publicUrl,
    maxLeads: MAX_LEADS,
    media,
    pictures,
    webhookPost: createWebhookPost({ networks: config.webhookNetworks }),
    webhookPauses: WEBHOOK_PAUSES,
    catalogueSizes: createCatalogueSizes(),
    sharedCounts: createSharedCounts(),
    assistant: createAssistant(config.chat),
    chatMessagesPerDay: CHAT_MESSAGES_A_DAY,
    clock,
    metrics,
    tracing,
    connectionUse: database.connectionUse,
    logger,
    async close() {
      limits.close()
      redis?.disconnect()
      pictures.close()
      await passwords.close()
      await replica?.close()
      await database.close()
      await tracing?.close()
    },
  }
  return tracing ? (await import('./trace-calls.ts')).traceCalls(services, tracing) : services
}
