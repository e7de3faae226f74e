import type { Logger } from 'pino'
import type { LimitName, Limits } from '../admission/rate-limit-policy.ts'
import type { CatalogueSizes } from '../catalog/search/facets/catalogue-sizes.ts'
import type { SharedCounts } from '../catalog/search/facets/shared-counts.ts'
import type { Assistant } from '../chat/assistant.ts'
import type { CustomerTokens } from '../customers/account/customer-token.ts'
import type { Authentication } from '../customers/account/find-viewer.ts'
import type { Viewer } from '../customers/customers.sql.ts'
import type { OwnerKey, Store } from '../generated/prisma/client.ts'
import type { Jobs } from '../job-kinds.ts'
import type { MediaFiles } from '../media/media-files.ts'
import type { Metrics } from '../metrics.ts'
import type { HoldLimits } from '../orders/holds/hold-limits.ts'
import type { OrderQueue } from '../orders/order-queue.ts'
import type { OrderWatch } from '../orders/watch/watch-orders.ts'
import type { Payments } from '../payments/provider.ts'
import type { Sandbox } from '../payments/sandbox.ts'
import type { Db } from '../platform/database/db.ts'
import type { ConnectionUse } from '../platform/database/engine.ts'
import type { Budget } from '../platform/limits/rate-limit.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Passwords } from '../platform/passwords.ts'
import type { PictureMaker } from '../platform/pictures/picture-maker.ts'
import type { Seal } from '../platform/secrets/sealed-secrets.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { StoreDirectory } from '../stores/store-directory.ts'
import type { WebhookPost } from '../webhooks/post-message.ts'
import type { OperationCalls } from './operation-meters.ts'

/** The parts that the whole process shares. services.ts builds them, and every request receives them. */
export interface Services {
  /** The way to the data. The services of a request have one of its own. */
  db: Db
  /** Makes that of a request to the store, with no more than its share of the connections. Call it once per request. */
  dbForRequest(storeId: string): Db
  stores: StoreDirectory
  limits: Limits
  passwords: Passwords
  tokens: CustomerTokens
  seal: Seal
  payments: Payments
  /** The sandbox payment provider, which moves no real money. It is also among `payments`. */
  sandbox: Sandbox
  /** Minutes for which an unpaid order reserves stock. */
  holdMinutes: number
  /** Limits on the unpaid orders that one buyer may have at once. */
  holdLimits: HoldLimits
  /** Tells those who follow orders what changes. */
  orderWatch: OrderWatch
  /** The semaphore of transactions about orders. */
  orderQueue: OrderQueue
  /** Most new customers from one address, per day of a store, who earn points for their referrer. */
  referralsPerAddress: number
  /** The queue for work that runs after the answer. */
  jobs: Jobs
  mailer: Mailer
  /** Whether mails about orders of play money are kept, to be shown: where no mail server is set, in the demo. */
  showsMails: boolean
  /** The address of this service that mails may name, without a trailing slash; null without PUBLIC_URL. */
  publicUrl: string | null
  /** Most leads that one store keeps. */
  maxLeads: number
  /** Where uploaded pictures are kept. */
  media: MediaFiles
  /** Reads uploaded pictures, in another process. */
  pictures: PictureMaker
  webhookPost: WebhookPost
  /** Seconds to wait after each failed attempt to deliver a webhook message. After the last one it is given up. */
  webhookPauses: readonly number[]
  /** How many products stores have, which decides what a document costs. */
  catalogueSizes: CatalogueSizes
  /** Counts the facets of lists. */
  sharedCounts: SharedCounts
  /** Answers shoppers' questions in the chat. */
  assistant: Assistant
  /** Most messages that a store's assistant answers per day, in the store's time zone. */
  chatMessagesPerDay: number
  clock: () => Date
  metrics: Metrics
  /** Null where traces are sent nowhere. */
  tracing: Tracing | null
  /** How many of the process's database connections are in use now. */
  connectionUse: () => ConnectionUse
  logger: Logger
}

/** Units that a request counted against a limit. */
export interface Charge {
  limit: LimitName
  units: number
}

/** Who may get the answer to a request, as far as its execution has shown by now. */
export interface Audience {
  /** It depends on who asks, or on what else was sent with the request. */
  isPrivate: boolean
  /** It shows what changes with every order. */
  isVolatile: boolean
  /** A field could not be answered. */
  hasFailed: boolean
}

/** One request of a shopper to one store, through REST or GraphQL. */
export interface Context {
  /** With the request's share of the database connections. */
  services: Services
  /** The store that the request names, active or not; null when no store has that name. */
  foundStore: Store | null
  /**
   * The version of what all its visitors see alike, which the answer is at least as new as; null when it is not known.
   */
  contentVersion: bigint | null
  /** The same store, for code that runs after admission, which refuses requests for unknown stores. */
  readonly store: Store
  /**
   * The customer that the request's token belongs to; null when there is no valid token for this store. Looked up at
   * most once.
   */
  viewer(): Promise<Viewer | null>
  /** The same customer with the token; looked up at most once for both. */
  authentication(): Promise<Authentication | null>
  /** The unchecked `Idempotency-Key` header, or null. */
  idempotencyKey: string | null
  /** The unchecked `X-Access-Token` header, or null. */
  accessToken(): string | null
  /** Whether it may see what a store sells whose protection is SITE. The database is asked at most once. */
  seesCatalogue(): Promise<boolean>
  /**
   * The public address of this service, such as `https://shop.example.com`, from PUBLIC_URL or else from the request.
   */
  baseUrl: string
  /** The client's address, as far as TRUST_PROXY lets it be known. */
  ip: string
  /** A child of the services' logger that adds the request id and the store. */
  readonly log: Logger
  /**
   * Whether the request was admitted before its body was read and no root field has run since. The first root field is
   * then not counted again.
   */
  admitted: boolean
  /** The limits that this request was counted against, for the response headers. */
  budgets: Map<LimitName, Budget>
  /** Everything that it was counted against, one entry for each time. */
  charges: Charge[]
  audience: Audience
  /** The operations that a GraphQL document has called; null when its callers are counted elsewhere. */
  called: OperationCalls | null
}

/** One request of a store's owner, whose key is valid. Only owners/owner-key.ts creates it. */
export interface OwnerContext extends Context {
  ownerKey: OwnerKey
}
