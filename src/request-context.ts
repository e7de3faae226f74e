import { findViewer } from './customers/find-viewer.ts'
import type { Context, Services } from './gateway/context.ts'
import type { Customer, Store } from './generated/prisma/client.ts'

export interface RequestParts {
  store: Store | null
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
  let viewer: Promise<Customer | null> | undefined
  return {
    services,
    foundStore: store,
    // Admission refuses requests for unknown stores before anyone reads this.
    store: store as Store,
    viewer() {
      viewer ??= findViewer(services, store, parts.authorization)
      return viewer
    },
    idempotencyKey: parts.idempotencyKey ?? null,
    accessToken: parts.accessToken ?? null,
    ip: parts.ip,
    baseUrl: parts.baseUrl ?? '',
    log: services.logger.child({ requestId: parts.requestId, store: store?.subdomain }),
    admitted: false,
    budgets: new Map(),
  }
}
