import type { Logger } from 'pino'
import type { Assistant } from '../chat/assistant.ts'
import type { CustomerTokens } from '../customers/customer-token.ts'
import type { Customer, OwnerKey, PrismaClient, Store } from '../generated/prisma/client.ts'
import type { HoldLimits } from '../orders/hold-limits.ts'
import type { Payments } from '../payments/provider.ts'
import type { Sandbox } from '../payments/sandbox.ts'
import type { Mailer } from '../platform/mailer.ts'
import type { Passwords } from '../platform/passwords.ts'
import type { Budget } from '../platform/rate-limit.ts'
import type { Seal } from '../platform/sealed-secrets.ts'
import type { StoreDirectory } from '../stores/store-directory.ts'
import type { WebhookPost } from '../webhooks/post-message.ts'
import type { Jobs } from './job-kinds.ts'
import type { LimitName, Limits } from './rate-limit-policy.ts'

/** What the process has one of; built in services.ts, given to every request. */
export interface Services {
  prisma: PrismaClient
  stores: StoreDirectory
  limits: Limits
  passwords: Passwords
  tokens: CustomerTokens
  seal: Seal
  payments: Payments
  /** The provider of play money, also among `payments`. */
  sandbox: Sandbox
  /** How long a pending order reserves. */
  holdMinutes: number
  /** What one buyer may hold unpaid at once. */
  holdLimits: HoldLimits
  /** New customers from one address that earn points for who referred them, on one day of a store. */
  referralsPerAddress: number
  /** Work that is done after the answer. */
  jobs: Jobs
  mailer: Mailer
  /** Leads that one store can hold. */
  maxLeads: number
  webhookPost: WebhookPost
  /** Seconds that a webhook's message waits after each attempt that failed; after the last one it is given up. */
  webhookPauses: readonly number[]
  /** Answers shoppers' questions. */
  assistant: Assistant
  /** Messages that a store's assistant answers on one day of the store's time zone. */
  chatMessagesPerDay: number
  clock: () => Date
  logger: Logger
}

/** One request of a shopper to one store, over REST or GraphQL. */
export interface Context {
  services: Services
  /** The store that the request names, active or not; null when there is none of that name. */
  foundStore: Store | null
  /** The same for whoever runs after admission, which has refused the request when there is none. */
  readonly store: Store
  /** The customer whose token came with the request; null without one that is good for this store. Asked once. */
  viewer: () => Promise<Customer | null>
  /** The `Idempotency-Key` header as it came; null without one. */
  idempotencyKey: string | null
  /** The `X-Access-Token` header as it came; null without one. */
  accessToken: string | null
  /** Where this service is reached, such as `https://shop.example.com`, as the client or PUBLIC_URL says. */
  baseUrl: string
  /** The client's address, as far as TRUST_PROXY lets us know it. */
  ip: string
  /** Child of the services' logger that carries the request id and the store. */
  log: Logger
  /** Whether it was admitted before its body was read, and no root field has run since. Each further one is admitted. */
  admitted: boolean
  /** What limits this request was counted against, for the answer's headers. */
  budgets: Map<LimitName, Budget>
}

/** One request of a store's owner, whose key is good; made by owners/admit-owner.ts alone. */
export interface OwnerContext extends Context {
  ownerKey: OwnerKey
}
