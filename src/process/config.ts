import { z } from 'zod'
import { defaultPolicies } from '../api/admission/rate-limit-policy.ts'
import { defaultHoldLimits, type HoldLimits } from '../commerce/orders/holds/hold-limits.ts'
import type { Bucket } from '../platform/files/bucket-storage.ts'
import type { TrustedProxies } from '../platform/network/client-address.ts'
import type { Network } from '../platform/network/network.ts'
import { SECRETS_EXPECTED } from '../platform/secrets/generated-secrets.ts'
import {
  baseUrl,
  bucketUrl,
  domain,
  holdLimits,
  type LimitSettings,
  logLevel,
  mailSender,
  networkList,
  onOff,
  publicUrl,
  rateLimits,
  secretList,
  serviceUrl,
  share,
  subdomain,
  trueFalse,
  trustedProxies,
  wholeNumber,
} from './config-values.ts'

/** Checked and with defaults. Base URLs have no trailing slash. */
export type Config = {
  port: number
  host: string
  /** For URLs that the service prints or sends; null uses the address in the request. */
  publicUrl: string | null
  /** Null uses embedded PostgreSQL in `dataDir`. */
  database: { url: string; poolSize: number } | null
  /** A streaming replica of `database`. */
  replica: { url: string; maxLagMs: number } | null
  dataDir: string
  /** Null counts limits in memory. */
  redisUrl: string | null
  /** Whether `serve` may apply migrations. */
  migrate: boolean
  /** Newest first. Null generates them in `dataDir`, which only an embedded database allows. */
  secrets: string[] | null
  trustProxy: TrustedProxies | null
  /** For `/graphql` when a request names no store. */
  defaultStore: string | null
  workers: number
  /** After SIGTERM, seconds during which it is not ready but still serves. */
  drainSeconds: number
  /** Null for the payment provider's own. */
  paymentsUrl: string | null
  /** Null uses the built-in assistant. */
  chat: { url: string; model: string; apiKey: string | null } | null
  /** Null writes mails to the log. */
  mail: { smtpUrl: string; from: string } | null
  /** For unpaid orders. */
  holdMinutes: number
  /** Unpaid orders of one buyer at once. */
  holdLimits: HoldLimits
  /** New customers from one address, per day of a store, who earn points for their referrer. */
  referralsPerAddress: number
  /** For uploaded pictures; null for a folder of `dataDir`. */
  bucket: Bucket | null
  /** Webhooks may be sent to them although they are not public. */
  webhookNetworks: readonly Network[]
  /** Linked pictures may be copied from them although they are not public. */
  pictureNetworks: readonly Network[]
  limits: LimitSettings
  /** 0 caches nothing. */
  answerCacheMb: number
  graphiql: boolean
  /** Whether stores are shown in the browser. */
  shop: boolean
  /** Above the hosts of the stores' shops; null when shops have none. */
  shopDomain: string | null
  /** Whether owners have a console in the browser. */
  console: boolean
  metrics: boolean
  /** The share of traces that is recorded; null records none. */
  traces: { url: string; ratio: number } | null
  logLevel: string
}

export const ANSWER_CACHE_MB = 32

const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(4000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: publicUrl('https://shop.example.com').optional(),
  DATABASE_URL: serviceUrl('postgresql://user:password@host:5432/database', 'postgresql:', 'postgres:').optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 1000).default(10),
  DATABASE_REPLICA_URL: serviceUrl(
    'postgresql://user:password@replica:5432/database',
    'postgresql:',
    'postgres:',
  ).optional(),
  DATABASE_REPLICA_LAG_MS: wholeNumber(100, 3_600_000).default(2_000),
  DATA_DIR: z.string().default('.data'),
  REDIS_URL: serviceUrl('redis://host:6379', 'redis:', 'rediss:').optional(),
  MIGRATE: trueFalse.default(true),
  SECRETS: secretList.optional(),
  TRUST_PROXY: trustedProxies.optional(),
  DEFAULT_STORE: subdomain.optional(),
  WORKERS: wholeNumber(1, 256).default(1),
  DRAIN_SECONDS: wholeNumber(0, 600).default(1),
  PAYMENTS_URL: baseUrl('https://api.example.com').optional(),
  CHAT_URL: baseUrl('https://models.example.com/v1').optional(),
  CHAT_MODEL: z.string().optional(),
  CHAT_API_KEY: z.string().optional(),
  SMTP_URL: serviceUrl('smtp://user:password@host:587', 'smtp:', 'smtps:').optional(),
  MAIL_FROM: mailSender.optional(),
  HOLD_MINUTES: wholeNumber(1, 10_080).default(15),
  HOLD_LIMITS: holdLimits.default(defaultHoldLimits),
  REFERRALS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(3),
  MEDIA_URL: bucketUrl.optional(),
  WEBHOOK_NETWORKS: networkList.default([]),
  PICTURE_NETWORKS: networkList.default([]),
  RATE_LIMITS: rateLimits.default({ off: false, policies: defaultPolicies }),
  ANSWER_CACHE_MB: wholeNumber(0, 100_000).default(ANSWER_CACHE_MB),
  GRAPHIQL: onOff.default(true),
  SHOP: onOff.default(true),
  SHOP_DOMAIN: domain.optional(),
  CONSOLE: onOff.default(true),
  METRICS: onOff.default(true),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl('http://localhost:4318').optional(),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  LOG_LEVEL: logLevel.default('info'),
})

export const variableNames: readonly string[] = Object.keys(variables.shape)

/**
 * Unset, empty and blank variables count as absent.
 * @throws Error whose message, one line, lists every mistake and how to fix it, and never shows a secret
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const present = presentVariables(environment)
  const parsed = variables.safeParse(present)
  const mistakes = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`),
    ...contradictions(present),
  ]
  if (!parsed.success || mistakes.length > 0) throw new Error(`Invalid environment variables: ${mistakes.join('; ')}`)
  return toConfig(parsed.data)
}

type Present = { [Name in keyof typeof variables.shape]?: string }

function presentVariables(environment: NodeJS.ProcessEnv): Present {
  const present: Record<string, string> = {}
  for (const name of variableNames) {
    const text = environment[name]?.trim()
    if (text) present[name] = text
  }
  return present
}

/** Combinations of variables that are each valid. */
function contradictions(present: Present): string[] {
  const found: string[] = []
  if (present.DATABASE_URL && !present.SECRETS) found.push(`SECRETS is required with DATABASE_URL: ${SECRETS_EXPECTED}`)
  if (present.DATABASE_REPLICA_URL && !present.DATABASE_URL) {
    found.push('DATABASE_REPLICA_URL needs DATABASE_URL: the primary that it is a replica of')
  }
  const missingForWorkers = (['DATABASE_URL', 'REDIS_URL'] as const).filter((name) => !present[name])
  if (Number(present.WORKERS) > 1 && missingForWorkers.length > 0) {
    found.push(
      `WORKERS above 1 needs DATABASE_URL and REDIS_URL: set ${missingForWorkers.join(' and ')} too, or WORKERS=1`,
    )
  }
  if (present.CHAT_URL && !present.CHAT_MODEL) found.push('CHAT_MODEL is required with CHAT_URL: the name of the model')
  if (present.CHAT_MODEL && !present.CHAT_URL)
    found.push('CHAT_URL is required with CHAT_MODEL: where the model is served')
  if (present.SMTP_URL && !present.MAIL_FROM)
    found.push('MAIL_FROM is required with SMTP_URL: the address mails come from')
  return found
}

function toConfig(read: z.output<typeof variables>): Config {
  const { DATABASE_URL, DATABASE_REPLICA_URL, CHAT_URL, CHAT_MODEL, SMTP_URL, MAIL_FROM, OTEL_EXPORTER_OTLP_ENDPOINT } =
    read
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL ?? null,
    database: DATABASE_URL ? { url: DATABASE_URL, poolSize: read.DATABASE_POOL_SIZE } : null,
    replica: DATABASE_REPLICA_URL ? { url: DATABASE_REPLICA_URL, maxLagMs: read.DATABASE_REPLICA_LAG_MS } : null,
    dataDir: read.DATA_DIR,
    redisUrl: read.REDIS_URL ?? null,
    migrate: read.MIGRATE,
    secrets: read.SECRETS ?? null,
    trustProxy: read.TRUST_PROXY ?? null,
    defaultStore: read.DEFAULT_STORE ?? (DATABASE_URL ? null : 'demo'),
    workers: read.WORKERS,
    drainSeconds: read.DRAIN_SECONDS,
    paymentsUrl: read.PAYMENTS_URL ?? null,
    chat: CHAT_URL && CHAT_MODEL ? { url: CHAT_URL, model: CHAT_MODEL, apiKey: read.CHAT_API_KEY ?? null } : null,
    mail: SMTP_URL && MAIL_FROM ? { smtpUrl: SMTP_URL, from: MAIL_FROM } : null,
    holdMinutes: read.HOLD_MINUTES,
    holdLimits: read.HOLD_LIMITS,
    referralsPerAddress: read.REFERRALS_PER_ADDRESS,
    bucket: read.MEDIA_URL ?? null,
    webhookNetworks: read.WEBHOOK_NETWORKS,
    pictureNetworks: read.PICTURE_NETWORKS,
    limits: read.RATE_LIMITS,
    answerCacheMb: read.ANSWER_CACHE_MB,
    graphiql: read.GRAPHIQL,
    shop: read.SHOP,
    shopDomain: read.SHOP_DOMAIN ?? null,
    console: read.CONSOLE,
    metrics: read.METRICS,
    traces: OTEL_EXPORTER_OTLP_ENDPOINT
      ? { url: OTEL_EXPORTER_OTLP_ENDPOINT, ratio: read.OTEL_TRACES_SAMPLER_ARG }
      : null,
    logLevel: read.LOG_LEVEL,
  }
}
