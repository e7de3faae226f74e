import type { Redis } from 'ioredis'
import { deferredLimits } from '../api/admission/rate-limit-policy.ts'
import type { Services } from '../api/context.ts'
import { createCatalogueSizes } from '../commerce/catalog/search/facets/catalogue-sizes.ts'
import { createSharedCounts } from '../commerce/catalog/search/facets/shared-counts.ts'
import { CHAT_MESSAGES_A_DAY } from '../commerce/chat/chat-day.ts'
import { createAssistant } from '../commerce/chat/create-assistant.ts'
import { createCustomerTokens } from '../commerce/customers/account/customer-token.ts'
import { createTermsCache } from '../commerce/delivery/store-terms.ts'
import { MAX_LEADS } from '../commerce/leads/submit-lead.ts'
import { createPictureFetch, type FetchOptions } from '../commerce/media/fetch-picture.ts'
import { openMedia } from '../commerce/media/media-files.ts'
import { createOrderQueue } from '../commerce/orders/order-queue.ts'
import { createOrderWatch, type WatchOptions } from '../commerce/orders/watch/watch-orders.ts'
import { createStoreWatch, type StoreWatchOptions } from '../commerce/orders/watch/watch-store.ts'
import { createSandboxLedger } from '../commerce/payments/payments.sql.ts'
import { createPayments } from '../commerce/payments/payments.ts'
import { createSandbox } from '../commerce/payments/sandbox.ts'
import { createStoreDirectory } from '../commerce/stores/store-directory.ts'
import { WEBHOOK_PAUSES } from '../commerce/webhooks/deliver-messages.ts'
import { createWebhookPost, type PostOptions } from '../commerce/webhooks/post-message.ts'
import type { Database } from '../platform/database/database.ts'
import { waysToData } from '../platform/database/db.ts'
import type { Replica } from '../platform/database/replica/replica.ts'
import { createLimits } from '../platform/limits/rate-limit.ts'
import type { Logger } from '../platform/logger.ts'
import { createMailer, type Mailer } from '../platform/mailer.ts'
import { createPasswords, type Passwords } from '../platform/passwords.ts'
import { readOrCreateSecrets } from '../platform/secrets/generated-secrets.ts'
import { createKeyedHash } from '../platform/secrets/keyed-hash.ts'
import { createSeal } from '../platform/secrets/sealed-secrets.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { Config } from './config.ts'
import { openConfiguredReplica } from './configured-database.ts'
import { createJobs, type JobsOptions } from './job-kinds.ts'
import { createMetrics } from './metrics.ts'

export interface OpenServices extends Services {
  database: Database
  /** Call it once nothing uses the services any more. */
  close(): Promise<void>
}

export interface Opened {
  config: Config
  database: Database
  logger: Logger
  /** Null where traces are sent nowhere. */
  tracing: Tracing | null
}

/** For tests. */
export interface Overrides {
  clock?: () => Date
  passwords?: Passwords
  mailer?: Mailer
  redis?: Redis
  replica?: Replica | null
  showsMails?: boolean
  /** For each call of the payment provider. */
  paymentsTimeoutMs?: number
  jobs?: Pick<JobsOptions, 'kinds' | 'upkeepSeconds'>
  orderWatch?: Partial<WatchOptions>
  storeWatch?: Partial<StoreWatchOptions>
  webhooks?: PostOptions
  pictureFetch?: FetchOptions
  webhookPauses?: readonly number[]
  maxLeads?: number
  chatMessagesPerDay?: number
}

export async function openServices(
  { config, database, logger, tracing }: Opened,
  overrides: Overrides = {},
): Promise<OpenServices> {
  const secrets = config.secrets ?? (await readOrCreateSecrets(config.dataDir))
  const redis =
    overrides.redis ??
    (config.redisUrl ? (await import('../platform/redis/redis.ts')).connectRedis(config.redisUrl, logger) : undefined)
  const limits = createLimits({ ...config.limits, ...(redis && { redis }), deferred: deferredLimits, logger })
  const clock = overrides.clock ?? (() => new Date())
  const metrics = createMetrics()
  const seal = createSeal(secrets)
  const keyedHash = createKeyedHash(secrets)
  const ledger = createSandboxLedger((storeId) => database.forRequest(storeId).sql)
  const sandbox = createSandbox(ledger, seal)
  const replica = overrides.replica === undefined ? await openConfiguredReplica(config, logger) : overrides.replica
  const { media, pictures } = await openMedia(config)
  const passwords = overrides.passwords ?? createPasswords()
  const orderQueue = createOrderQueue()
  const services = {
    database,
    ...waysToData(database, replica),
    stores: createStoreDirectory(database.prisma),
    terms: createTermsCache(),
    limits,
    passwords,
    tokens: createCustomerTokens(secrets, clock),
    seal,
    keyedHash,
    sandbox,
    payments: createPayments({
      baseUrl: config.paymentsUrl,
      sandbox,
      log: logger,
      ...(overrides.paymentsTimeoutMs !== undefined && { timeoutMs: overrides.paymentsTimeoutMs }),
    }),
    holdMinutes: config.holdMinutes,
    holdLimits: config.holdLimits,
    orderQueue,
    orderWatch: createOrderWatch({ forRequest: database.forRequest, orderQueue, logger }, overrides.orderWatch),
    storeWatch: createStoreWatch({ forRequest: database.forRequest, orderQueue, clock, logger }, overrides.storeWatch),
    referralsPerAddress: config.referralsPerAddress,
    jobs: createJobs({ executeSql: database.executeSql, metrics, tracing, logger, ...overrides.jobs }),
    mailer: overrides.mailer ?? createMailer({ smtp: config.mail, logger }),
    showsMails: overrides.showsMails ?? (config.mail === null && database.kind === 'embedded'),
    publicUrl: config.publicUrl,
    maxLeads: overrides.maxLeads ?? MAX_LEADS,
    media,
    pictures,
    pictureFetch: createPictureFetch(overrides.pictureFetch ?? { networks: config.pictureNetworks }),
    webhookPost: createWebhookPost(overrides.webhooks ?? { networks: config.webhookNetworks }),
    webhookPauses: overrides.webhookPauses ?? WEBHOOK_PAUSES,
    catalogueSizes: createCatalogueSizes(),
    sharedCounts: createSharedCounts(),
    assistant: createAssistant(config.chat),
    chatMessagesPerDay: overrides.chatMessagesPerDay ?? CHAT_MESSAGES_A_DAY,
    clock,
    metrics,
    tracing,
    connectionUse: database.connectionUse,
    logger,
    async close() {
      limits.close()
      // What was given is closed by who gave it.
      if (!overrides.redis) redis?.disconnect()
      pictures.close()
      if (!overrides.passwords) await passwords.close()
      await replica?.close()
      await database.close()
      await tracing?.close()
    },
  }
  return tracing ? (await import('./trace-calls.ts')).traceCalls(services, tracing) : services
}
