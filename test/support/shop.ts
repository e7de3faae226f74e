import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Redis } from 'ioredis'
import { importBundle } from '../../src/bundle/import-bundle.ts'
import { checkBundle } from '../../src/bundle/parse-bundle.ts'
import { createCatalogueSizes } from '../../src/catalog/search/catalogue-sizes.ts'
import { createSharedCounts } from '../../src/catalog/search/shared-counts.ts'
import { CHAT_MESSAGES_A_DAY } from '../../src/chat/chat-day.ts'
import { createAssistant } from '../../src/chat/create-assistant.ts'
import { createCustomerTokens } from '../../src/customers/customer-token.ts'
import { REFERRALS_PER_ADDRESS } from '../../src/customers/referral-limits.ts'
import type { Services } from '../../src/gateway/context.ts'
import { createJobs, type JobsOptions } from '../../src/gateway/job-kinds.ts'
import { createMetrics } from '../../src/gateway/metrics.ts'
import { defaultPolicies, deferredLimits, type LimitPolicies } from '../../src/gateway/rate-limit-policy.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import { openMedia } from '../../src/media/open-media.ts'
import { defaultHoldLimits, type HoldLimits } from '../../src/orders/hold-limits.ts'
import { createOrderQueue } from '../../src/orders/order-queue.ts'
import { createOrderWatch, type WatchOptions } from '../../src/orders/watch/watch-orders.ts'
import { createPayments } from '../../src/payments/payments.ts'
import { createSandbox } from '../../src/payments/sandbox.ts'
import { createSandboxLedger } from '../../src/payments/sandbox-ledger.sql.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { waysToData } from '../../src/platform/database/db.ts'
import type { Replica } from '../../src/platform/database/replica.ts'
import type { Bucket } from '../../src/platform/files/bucket-storage.ts'
import type { Logger } from '../../src/platform/logger.ts'
import { createMailer, type Mailer } from '../../src/platform/mailer.ts'
import { createPasswords } from '../../src/platform/passwords.ts'
import { createLimits } from '../../src/platform/rate-limit.ts'
import { createSeal } from '../../src/platform/sealed-secrets.ts'
import type { Tracing } from '../../src/platform/tracing/tracing.ts'
import { createServer } from '../../src/server.ts'
import { createStoreDirectory } from '../../src/stores/store-directory.ts'
import { traceCalls } from '../../src/trace-calls.ts'
import { createWebhookPost, type PostOptions } from '../../src/webhooks/post-message.ts'
import { type SecretWatch, watchSecrets } from './secret-watch.ts'
import { openForTests, openTestDatabase } from './test-database.ts'

export { generousHolds } from './generous-holds.ts'

export const SECRETS = ['a-secret-for-tests-only-0123456789abcdef']

export interface Shop {
  app: FastifyInstance
  /** For what a test looks up or changes itself, also across stores. */
  database: Database
  services: Services
  /** The log, which is searched at the end for every secret that went in or out. */
  secrets: SecretWatch
  /**
   * The statements that were sent since the last look, but for the store's look-up by its subdomain or id: that
   * comes when a second is over, whoever asks for what.
   */
  statements(): string[]
  /** Imports a store from what a bundle says beyond the usual, and gives its row. */
  addStore(bundle?: Record<string, unknown>): Promise<Store>
  close(): Promise<void>
}

export interface ShopOptions {
  clock?: () => Date
  policies?: Partial<LimitPolicies>
  /** As `RATE_LIMITS=off` does. */
  limitsOff?: boolean
  /** What one buyer may hold unpaid, where that is not as in production. */
  holdLimits?: Partial<HoldLimits>
  /** Where limits are counted; in memory without it. */
  redis?: Redis
  /** How orders are followed, where that is not as in production. */
  orderWatch?: Partial<WatchOptions>
  logger?: Logger
  graphiql?: boolean
  /** Where spans go; nowhere without it. The caller closes it. */
  tracing?: Tracing
  /** Whether `/metrics` is served. */
  metrics?: boolean
  /** Where a real provider's API is faked. */
  paymentsUrl?: string
  /** How long that may take; as long as in production unless told. */
  paymentsTimeoutMs?: number
  /** The language model to ask; the built-in assistant without it. */
  chat?: Parameters<typeof createAssistant>[0]
  chatMessagesPerDay?: number
  /** How jobs run once a test starts them. */
  jobs?: Pick<JobsOptions, 'kinds' | 'upkeepSeconds'>
  /** Where webhooks may be sent, and how long an answer may take; public addresses alone without it. */
  webhooks?: PostOptions
  webhookPauses?: readonly number[]
  mailer?: Mailer
  /** As in the demo without a mail server. */
  showsMails?: boolean
  /** As `PUBLIC_URL`. */
  publicUrl?: string
  /** A migrated database that is closed with the shop, where it is not to be one of its own. */
  database?: Database
  /** A streaming replica of the database. */
  replica?: Replica
  maxLeads?: number
  /** Where uploaded pictures are; a new folder, which is removed with the shop, without it. */
  dataDir?: string
  /** Where they are instead. */
  bucket?: Bucket
}

const isLookUp = (sql: string) =>
  /FROM "public"\."(stores|content_versions)".* WHERE .*("subdomain"|"stores"\."id" = |"content_versions"\."store_id" = )/.test(
    sql,
  )

/** One for all shops of a worker: to start a thread takes longer than the passwords of most test files. */
const passwords = createPasswords({ cost: 4, threads: 1 })

/** A whole service over a database of its own: everything real but the port. */
export async function openShop(options: ShopOptions = {}): Promise<Shop> {
  let statements: string[] = []
  const onQuery = (sql: string) => {
    if (!isLookUp(sql)) statements.push(sql)
  }
  const tracing = options.tracing ?? null
  const database = options.database ?? (await openTestDatabase({ onQuery, ...(tracing && { tracing }) }))
  const observed = options.database ?? (await openForTests(database))
  const secrets = watchSecrets()
  for (const secret of SECRETS) secrets.keep(secret)
  const logger = options.logger ?? secrets.logger
  const clock = options.clock ?? (() => new Date())
  const metrics = createMetrics()
  const seal = createSeal(SECRETS)
  const ledger = createSandboxLedger((storeId) => database.forRequest(storeId).sql)
  const sandbox = createSandbox(ledger, seal)
  const dataDir = options.dataDir ?? join(tmpdir(), `storefront-shop-${randomUUID()}`)
  const { media, pictures } = await openMedia({ dataDir, bucket: options.bucket ?? null })
  const orderQueue = createOrderQueue()
  const untraced: Services = {
    ...waysToData(database, options.replica ?? null),
    stores: createStoreDirectory(database.prisma),
    limits: createLimits({
      policies: { ...defaultPolicies, ...options.policies },
      ...(options.redis && { redis: options.redis }),
      deferred: deferredLimits,
      logger,
      off: options.limitsOff ?? false,
    }),
    passwords,
    tokens: createCustomerTokens(SECRETS, clock),
    seal,
    sandbox,
    payments: createPayments({
      baseUrl: options.paymentsUrl ?? null,
      timeoutMs: options.paymentsTimeoutMs ?? 10_000,
      sandbox,
      log: logger,
    }),
    holdMinutes: 15,
    holdLimits: { ...defaultHoldLimits, ...options.holdLimits },
    referralsPerAddress: REFERRALS_PER_ADDRESS,
    orderQueue,
    orderWatch: createOrderWatch({ forRequest: database.forRequest, orderQueue, logger }, options.orderWatch),
    jobs: createJobs({ executeSql: database.executeSql, metrics, tracing, logger, ...options.jobs }),
    mailer: options.mailer ?? createMailer({ smtp: null, logger }),
    showsMails: options.showsMails ?? false,
    publicUrl: options.publicUrl ?? null,
    media,
    pictures,
    webhookPost: createWebhookPost(options.webhooks ?? { networks: [] }),
    webhookPauses: options.webhookPauses ?? [],
    maxLeads: options.maxLeads ?? 10_000,
    catalogueSizes: createCatalogueSizes(),
    sharedCounts: createSharedCounts(),
    assistant: createAssistant(options.chat ?? null),
    chatMessagesPerDay: options.chatMessagesPerDay ?? CHAT_MESSAGES_A_DAY,
    clock,
    metrics,
    tracing,
    connectionUse: database.connectionUse,
    logger,
  }
  const services = tracing ? traceCalls(untraced, tracing) : untraced
  const app = await createServer({
    services,
    config: {
      trustProxy: { hops: 1 },
      defaultStore: null,
      graphiql: options.graphiql ?? true,
      metrics: options.metrics ?? false,
    },
    isReady: () => database.isReachable(),
  })

  if (!options.logger) secrets.watch(app)

  return {
    app,
    database: observed,
    services,
    secrets,
    statements() {
      const seen = statements
      statements = []
      return seen
    },
    async addStore(bundle = {}) {
      const { store = {}, ...rest } = bundle
      const json = {
        format: 'storefront-bundle/1',
        store: {
          subdomain: `store-${randomUUID().slice(0, 8)}`,
          businessName: 'Tea House',
          currency: 'INR',
          timeZone: 'Asia/Kolkata',
          active: true,
          payments: null,
          ...(store as object),
        },
        ...rest,
      }
      secrets.keepFrom(JSON.stringify(json))
      const imported = await importBundle(services, checkBundle(json))
      return imported.store
    },
    async close() {
      await app.close()
      services.limits.close()
      pictures.close()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
      await options.replica?.close()
      await observed.close()
      await database.close()
      secrets.check()
    },
  }
}
