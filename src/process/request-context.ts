import type { Context, Services } from '../api/context.ts'
import { protectionOf } from '../commerce/access/protection.ts'
import { type Authentication, authenticate } from '../commerce/customers/account/authenticate.ts'
import type { Viewer } from '../commerce/customers/customers.sql.ts'
import { readTerms, type StoreTerms } from '../commerce/delivery/store-terms.ts'
import { findPreview, type Preview, type PreviewClaim, scriptTokenOf } from '../commerce/opening/preview.ts'
import { isStorefrontKey } from '../commerce/owners/owner-key.ts'
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
  /** An owner key, unchecked. */
  storeKey?: string | undefined
  preview?: PreviewClaim
  ip: string
  /** Without a trailing slash. When left out, links to this service are paths only. */
  baseUrl?: string
  requestId: string
}

export const createContext = (services: Services, parts: RequestParts): Context => new RequestContext(services, parts)

const NO_PREVIEW = Promise.resolve(null)

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
  #preview: Promise<Preview | null> | undefined
  #seesClosed: Promise<boolean> | undefined
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

  get claimsPreview(): boolean {
    const { visit, script } = this.#parts.preview ?? {}
    return visit !== undefined || script !== undefined
  }

  preview(): Promise<Preview | null> {
    if (!this.claimsPreview) return NO_PREVIEW
    this.audience.isPrivate = true
    this.#preview ??= findPreview(this.services, this.store.id, this.#parts.preview ?? {})
    return this.#preview
  }

  previewTokenForScripts(visit: string): string {
    return scriptTokenOf(this.services, this.store.id, visit)
  }

  seesClosed(): Promise<boolean> {
    this.audience.isPrivate = true
    const { storeKey } = this.#parts
    this.#seesClosed ??=
      storeKey === undefined ? Promise.resolve(false) : isStorefrontKey(this.services, this.store.id, storeKey)
    return this.#seesClosed
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
