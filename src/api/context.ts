import type { Logger } from 'pino'
import type { CatalogueSizes } from '../commerce/catalog/search/facets/catalogue-sizes.ts'
import type { SharedCounts } from '../commerce/catalog/search/facets/shared-counts.ts'
import type { Assistant } from '../commerce/chat/assistant.ts'
import type { Authentication } from '../commerce/customers/account/authenticate.ts'
import type { CustomerTokens } from '../commerce/customers/account/customer-token.ts'
import type { Viewer } from '../commerce/customers/customers.sql.ts'
import type { StoreTerms, TermsCache } from '../commerce/delivery/store-terms.ts'
import type { PictureFetch } from '../commerce/media/fetch-picture.ts'
import type { MediaFiles } from '../commerce/media/media-files.ts'
import type { Preview } from '../commerce/opening/preview.ts'
import type { HoldLimits } from '../commerce/orders/holds/hold-limits.ts'
import type { OrderQueue } from '../commerce/orders/order-queue.ts'
import type { OrderWatch } from '../commerce/orders/watch/watch-orders.ts'
import type { StoreWatch } from '../commerce/orders/watch/watch-store.ts'
import type { PublishedPage } from '../commerce/pages/pages.sql.ts'
import type { Payments } from '../commerce/payments/provider.ts'
import type { Sandbox } from '../commerce/payments/sandbox.ts'
import type { StoreDirectory } from '../commerce/stores/store-directory.ts'
import type { WebhookPost } from '../commerce/webhooks/post-message.ts'
import type { Person, PersonSession, Store } from '../generated/prisma/client.ts'
import type { Db } from '../platform/database/db.ts'
import type { ConnectionUse } from '../platform/database/engine.ts'
import type { Budget } from '../platform/limits/rate-limit.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Passwords } from '../platform/passwords.ts'
import type { PictureMaker } from '../platform/pictures/picture-maker.ts'
import type { KeyedHash } from '../platform/secrets/keyed-hash.ts'
import type { Seal } from '../platform/secrets/sealed-secrets.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { Jobs } from '../process/job-kinds.ts'
import type { Metrics } from '../process/metrics.ts'
import type { Caller } from './admission/caller.ts'
import type { LimitName, Limits } from './admission/rate-limit-policy.ts'
import type { OperationCalls } from './graphql/operation-meters.ts'

/** Shared by the whole process; built in services.ts. */
export interface Services {
  /** Each request has its own. */
  db: Db
  /** Within the store's quota of connections. Call it once per request. */
  dbForRequest(storeId: string): Db
  stores: StoreDirectory
  /** How stores deliver and are paid. */
  terms: TermsCache
  limits: Limits
  passwords: Passwords
  tokens: CustomerTokens
  seal: Seal
  keyedHash: KeyedHash
  payments: Payments
  /** Moves no real money; also among `payments`. */
  sandbox: Sandbox
  /** For unpaid orders. */
  holdMinutes: number
  /** Unpaid orders of one buyer at once. */
  holdLimits: HoldLimits
  orderWatch: OrderWatch
  /** Of all orders of a store, for its owner. */
  storeWatch: StoreWatch
  orderQueue: OrderQueue
  /** New customers from one address, per day of a store, who earn points for their referrer. */
  referralsPerAddress: number
  jobs: Jobs
  mailer: Mailer
  /** In the demo, mails about orders of play money are stored to be shown. */
  showsMails: boolean
  /** For mails, without a trailing slash; null without PUBLIC_URL. */
  publicUrl: string | null
  /** Per store. */
  maxLeads: number
  media: MediaFiles
  pictures: PictureMaker
  pictureFetch: PictureFetch
  webhookPost: WebhookPost
  /** Seconds after each failed delivery; after the last one the message is given up. */
  webhookPauses: readonly number[]
  /** Decides what a document costs. */
  catalogueSizes: CatalogueSizes
  sharedCounts: SharedCounts
  assistant: Assistant
  /** Per store and day in the store's time zone. */
  chatMessagesPerDay: number
  clock: () => Date
  metrics: Metrics
  /** Null where traces are sent nowhere. */
  tracing: Tracing | null
  connectionUse: () => ConnectionUse
  logger: Logger
}

export interface Charge {
  limit: LimitName
  units: number
}

/** Who may get the answer, as far as execution has shown by now. */
export interface Audience {
  /** Depends on who asks, or on what else was sent. */
  isPrivate: boolean
  /** Changes with every order. */
  isVolatile: boolean
  /** A field could not be answered. */
  hasFailed: boolean
}

export interface Context {
  /** Within the request's quota of connections. */
  services: Services
  /** Active or not; null when no store has that name. */
  foundStore: Store | null
  /** Of what all visitors see; the answer is at least as new. Null when unknown. */
  contentVersion: bigint | null
  /** For code that runs after admission, which refuses unknown stores. */
  readonly store: Store
  /** Null without a valid token for this store. Looked up at most once. */
  viewer(): Promise<Viewer | null>
  /** The viewer with the token; looked up at most once for both. */
  authentication(): Promise<Authentication | null>
  /** How the store delivers and is paid, at most a second old. */
  terms(): Promise<StoreTerms>
  /** The unchecked `Idempotency-Key` header, or null. */
  idempotencyKey: string | null
  /** Whether a refusal uses the key up. Not where the key is made of the request: the client could not choose another. */
  keepsRefusals: boolean
  /** The unchecked `X-Access-Token` header, or null. */
  accessToken(): string | null
  /** Of a store whose protection is SITE. Asks the database at most once. */
  seesCatalogue(): Promise<boolean>
  /** Null without a valid token of a preview. Looked up at most once. */
  preview(): Promise<Preview | null>
  /** What the scripts of a page use for an hour in place of its visit's token, which they cannot read. */
  previewTokenForScripts(visit: string): string
  /** Whether it sends such a token, valid or not. */
  claimsPreview: boolean
  /** Of a store that is closed: whether the request may use it all the same. Asks the database at most once. */
  seesClosed(): Promise<boolean>
  /** Such as `https://shop.example.com`, from PUBLIC_URL or else from the request. */
  baseUrl: string
  /** A page as it would be, in a preview of the console. */
  draftPage?: PublishedPage
  /** As far as TRUST_PROXY allows. */
  ip: string
  /** With the request id and the store. */
  readonly log: Logger
  /** Admitted before the body was read: the first root field is then not counted again. */
  admitted: boolean
  /** A page, or part of one: all that it reads counts as one `read`. */
  isPage: boolean
  /** For the response headers. */
  budgets: Map<LimitName, Budget>
  /** One entry for each time. */
  charges: Charge[]
  audience: Audience
  /** Null when callers are counted elsewhere. */
  called: OperationCalls | null
}

/** Of a person who is logged in to the console, at no store. Only people/admit.ts creates it. */
export interface PersonContext extends Context {
  person: Person
  session: PersonSession
  /** When they last gave their password or second factor. */
  confirmedAt: Date
  /** Sends the browser a new cookie with the answer. */
  renewCookie(opened: { token: string; session: PersonSession }): void
}

/** Who calls has proved it. Only owners/owner-key.ts and people/admit.ts create it. */
export interface OwnerContext extends Context {
  caller: Caller
  /** When a person last gave their password or second factor; null for a key, which is not asked again. */
  confirmedAt: Date | null
  /** Of the console's session; null where the key was sent. */
  sessionHash: string | null
}
