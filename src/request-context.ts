import { type Authentication, authenticate } from './customers/find-viewer.ts'
import type { Context, Services } from './gateway/context.ts'
import type { Store } from './generated/prisma/client.ts'
import type { Logger } from './platform/logger.ts'
import type { FoundStore } from './stores/store-directory.ts'

export interface RequestParts {
  store: Store | FoundStore | null
  /** The `Authorization` header. */
  authorization: string | undefined
  /** The `Idempotency-Key` header. */
  idempotencyKey: string | undefined
  /** The `X-Access-Token` header. */
  accessToken: string | undefined
  ip: string
  /** The public address of this service, without a trailing slash. Without it, links to this service are paths only. */
  baseUrl?: string
  requestId: string
}

/** Builds the context of a request, the same for REST and GraphQL. */
export function createContext(services: Services, parts: RequestParts): Context {
  const { store } = parts
  const audience = { isPersonal: false, isMoving: false, hasFailed: false }
  let log: Logger | undefined
  let known: Promise<Authentication | null> | undefined
  const authentication = () => {
    audience.isPersonal = true
    known ??= authenticate(services, store, parts.authorization)
    return known
  }
  return {
    services,
    foundStore: store,
    contentVersion: store && 'contentVersion' in store ? store.contentVersion : null,
    // Admission refuses requests for unknown stores before anyone reads this.
    store: store as Store,
    authentication,
    viewer: async () => (await authentication())?.viewer ?? null,
    idempotencyKey: parts.idempotencyKey ?? null,
    accessToken() {
      audience.isPersonal = true
      return parts.accessToken ?? null
    },
    ip: parts.ip,
    baseUrl: parts.baseUrl ?? '',
    // Few requests write anything but their own line, which has a logger of its own.
    get log() {
      log ??= services.logger.child({ requestId: parts.requestId, store: store?.subdomain })
      return log
    },
    admitted: false,
    budgets: new Map(),
    charges: [],
    called: null,
    audience,
  }
}
