import type { Context, Services } from '../api/context.ts'
import { protectionOf } from '../commerce/access/protection.ts'
import { type Authentication, authenticate } from '../commerce/customers/account/authenticate.ts'
import type { Viewer } from '../commerce/customers/customers.sql.ts'
import { readTerms, type StoreTerms } from '../commerce/delivery/store-terms.ts'
import type { FoundStore } from '../commerce/stores/store-directory.ts'
import type { Store } from '../generated/prisma/client.ts'
import type { Logger } from '../platform/logger.ts'

export interface RequestParts {
  store: Store | FoundStore | null
  authorization: string | undefined
  idempotencyKey: string | undefined
  /** By default true. */
  keepsRefusals?: boolean
  accessToken: string | undefined
  ip: string
  /** Without a trailing slash. When left out, links to this service are paths only. */
  baseUrl?: string
  requestId: string
}

export const createContext = (services: Services, parts: RequestParts): Context => new RequestContext(services, parts)

/**
 * A class, because V8 would keep all of the request, which a getter of an object literal can see, until a full
 * collection.
 */
class RequestContext implements Context {
  readonly services: Services
  readonly foundStore: Context['foundStore']
  readonly store: Store
  readonly contentVersion: bigint | null
  readonly #termsVersion: bigint | null
  readonly idempotencyKey: string | null
  readonly keepsRefusals: boolean
  readonly ip: string
  readonly baseUrl: string
  admitted = false
  isPage = false
  readonly budgets: Context['budgets'] = new Map()
  readonly charges: Context['charges'] = []
  called: Context['called'] = null
  readonly audience: Context['audience'] = { isPrivate: false, isVolatile: false, hasFailed: false }
  readonly #parts: RequestParts
  #authentication: Promise<Authentication | null> | undefined
  #log: Logger | undefined

  constructor(services: Services, parts: RequestParts) {
    const { store } = parts
    this.services = services
    this.foundStore = store
    // Admission refuses requests for unknown stores before anyone reads this.
    this.store = store as Store
    this.contentVersion = store && 'contentVersion' in store ? store.contentVersion : null
    this.#termsVersion = store && 'termsVersion' in store ? store.termsVersion : null
    this.idempotencyKey = parts.idempotencyKey ?? null
    this.keepsRefusals = parts.keepsRefusals ?? true
    this.ip = parts.ip
    this.baseUrl = parts.baseUrl ?? ''
    this.#parts = parts
  }

  authentication(): Promise<Authentication | null> {
    this.audience.isPrivate = true
    this.#authentication ??= authenticate(this.services, this.foundStore, this.#parts.authorization)
    return this.#authentication
  }

  async viewer(): Promise<Viewer | null> {
    return (await this.authentication())?.viewer ?? null
  }

  accessToken(): string | null {
    this.audience.isPrivate = true
    return this.#parts.accessToken ?? null
  }

  async seesCatalogue(): Promise<boolean> {
    return (await protectionOf(this)).seesCatalogue
  }

  terms(): Promise<StoreTerms> {
    const { services, store } = this
    return this.#termsVersion === null
      ? readTerms(services.db.sql, store.id)
      : services.terms.find(services.db.sql, store.id, this.#termsVersion)
  }

  /** Few requests write anything but their own line, which has a logger of its own. */
  get log(): Logger {
    const { requestId, store } = this.#parts
    this.#log ??= this.services.logger.child({ requestId, store: store?.subdomain })
    return this.#log
  }
}
