import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import type { LimitPolicies } from '../../src/api/admission/rate-limit-policy.ts'
import type { Services } from '../../src/api/context.ts'
import { importBundle } from '../../src/commerce/bundle/import-bundle.ts'
import { checkBundle } from '../../src/commerce/bundle/parse-bundle.ts'
import type { createAssistant } from '../../src/commerce/chat/create-assistant.ts'
import type { HoldLimits } from '../../src/commerce/orders/holds/hold-limits.ts'
import type { Store } from '../../src/generated/prisma/client.ts'
import type { Database } from '../../src/platform/database/database.ts'
import type { Bucket } from '../../src/platform/files/bucket-storage.ts'
import type { Logger } from '../../src/platform/logger.ts'
import { createPasswords } from '../../src/platform/passwords.ts'
import type { Tracing } from '../../src/platform/tracing/tracing.ts'
import { type Config, readConfig } from '../../src/process/config.ts'
import { createServer } from '../../src/process/server.ts'
import { type Overrides, openServices } from '../../src/process/services.ts'
import { type SecretWatch, watchSecrets } from './secret-watch.ts'
import { openForTests, openTestDatabase } from './test-database.ts'

export { forAllTests } from './for-all-tests.ts'
export { generousHolds } from './generous-holds.ts'

/** A policy for tests that are about something else. */
export const unlimited = { points: 1_000_000, seconds: 60 }
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

export interface ShopOptions extends Omit<Overrides, 'passwords'> {
  policies?: Partial<LimitPolicies>
  /** As `RATE_LIMITS=off` does. */
  limitsOff?: boolean
  /** What one buyer may hold unpaid, where that is not as in production. */
  holdLimits?: Partial<HoldLimits>
  logger?: Logger
  graphiql?: boolean
  shop?: boolean
  /** As `SHOP_DOMAIN`. */
  shopDomain?: string
  console?: boolean
  /** The console's style and scripts, where they are not those of the last build. */
  consoleAssets?: string
  /** Where spans go; nowhere without it. */
  tracing?: Tracing
  metrics?: boolean
  /** Where a real provider's API is faked. */
  paymentsUrl?: string
  /** The language model to ask; the built-in assistant without it. */
  chat?: Parameters<typeof createAssistant>[0]
  /** As `PUBLIC_URL`. */
  publicUrl?: string
  /** A migrated database that is closed with the shop, where it is not to be one of its own. */
  database?: Database
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
  for (const secret of SECRETS) secrets.add(secret)
  const logger = options.logger ?? secrets.logger
  const dataDir = options.dataDir ?? join(tmpdir(), `storefront-shop-${randomUUID()}`)
  const usual = readConfig({ DATA_DIR: dataDir, TRUST_PROXY: '1' })
  const config: Config = {
    ...usual,
    secrets: SECRETS,
    defaultStore: null,
    limits: { off: options.limitsOff ?? false, policies: { ...usual.limits.policies, ...options.policies } },
    holdLimits: { ...usual.holdLimits, ...options.holdLimits },
    paymentsUrl: options.paymentsUrl ?? null,
    chat: options.chat ?? null,
    publicUrl: options.publicUrl ?? null,
    bucket: options.bucket ?? null,
    graphiql: options.graphiql ?? true,
    shop: options.shop ?? true,
    shopDomain: options.shopDomain ?? null,
    console: options.console ?? true,
    metrics: options.metrics ?? false,
  }
  const services = await openServices(
    { config, database, logger, tracing },
    { passwords, webhookPauses: [], showsMails: false, replica: null, ...options },
  )
  const app = await createServer({
    services,
    config: {
      ...config,
      publicUrl: null,
      shopAssets: inject('shopAssets'),
      consoleAssets: options.consoleAssets ?? inject('consoleAssets'),
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
      secrets.addFrom(JSON.stringify(json))
      const imported = await importBundle(services, checkBundle(json))
      return imported.store
    },
    async close() {
      // Node waits a minute for a connection that no request has used yet.
      const patience = setTimeout(() => app.server.closeAllConnections(), 1_000)
      await app.close()
      clearTimeout(patience)
      await services.close()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
      await observed.close()
      secrets.check()
    },
  }
}
