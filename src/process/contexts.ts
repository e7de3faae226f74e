import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { count } from '../api/admission/admission.ts'
import type { Context, OwnerContext, Services } from '../api/context.ts'
import { setLimitHeaders } from '../api/http/response-headers.ts'
import { admitOwner, buyerAddress } from '../commerce/owners/owner-key.ts'
import type { FoundStore } from '../commerce/stores/store-directory.ts'
import type { Store } from '../generated/prisma/client.ts'
import { createClientAddress } from '../platform/network/client-address.ts'
import { createReadCache } from '../platform/read-cache.ts'
import { createShopHosts, type ShopHosts } from '../web/shop/http/shop-hosts.ts'
import type { Config } from './config.ts'
import { createContext, type RequestParts } from './request-context.ts'

export interface Contexts {
  /** From the path; at `/graphql`, from its headers. */
  storeNameOf(request: FastifyRequest): string | null
  /** From the `X-Store` header, or the configured default. */
  storeNamedIn(headers: IncomingHttpHeaders): string | null
  /** As far as proxies are trusted. */
  addressOf(request: IncomingMessage): string
  /** Without a trailing slash; empty when unknown. */
  baseUrlOf(headers: IncomingHttpHeaders): string
  /** As the routes know it. */
  urlOf(request: IncomingMessage): string
  /** Null where shops have no hosts of their own. */
  shopHosts: ShopHosts | null
  /** Whether it was sent to the host of a shop. */
  isShopHost(headers: IncomingHttpHeaders): boolean
  /** What the addresses of a store's shop begin with; null where shops are switched off. */
  shopAt(subdomain: string, headers: IncomingHttpHeaders): string | null
  contextOf(request: FastifyRequest): Promise<Context>
  /** With the given credentials in place of those in the headers. */
  visitorContextOf(request: FastifyRequest, credentials: Partial<Credentials>): Promise<Context>
  /** Of the store with this subdomain, if any, without any credentials. */
  contextAt(request: FastifyRequest, subdomain: string | null): Promise<Context>
  /** Of nobody, who sees all of the store as it is given: to show what is not stored yet. */
  draftContextOf(request: FastifyRequest, store: Store): Promise<Context>
  /** @throws Problem when the owner's key is not valid, or there were too many requests */
  ownerContextOf(request: FastifyRequest, reply: FastifyReply): Promise<OwnerContext>
  /** Counts a page or a file that it loads. @throws Problem RATE_LIMITED */
  admitVisitor(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Counts a request that runs no operation of the store. @throws Problem RATE_LIMITED */
  admitShopper(request: FastifyRequest, reply: FastifyReply, storeId: string | null): Promise<void>
}

type ContextConfig = Pick<Config, 'trustProxy' | 'defaultStore'> &
  Partial<Pick<Config, 'publicUrl' | 'shop' | 'shopDomain'>>

export type Credentials = Pick<
  RequestParts,
  'authorization' | 'idempotencyKey' | 'keepsRefusals' | 'accessToken' | 'storeKey' | 'preview'
>

const nobody: Credentials = { authorization: undefined, idempotencyKey: undefined, accessToken: undefined }

const credentialsIn = ({ headers }: FastifyRequest): Credentials => ({
  authorization: headers.authorization,
  idempotencyKey: headers['idempotency-key']?.toString(),
  accessToken: headers['x-access-token']?.toString(),
  storeKey: headers['x-store-key']?.toString(),
  preview: { script: headers['x-preview-token']?.toString() },
})

const STORES_BY_ID = { maxAgeMs: 1_000, maxSize: 1_000 }

export function createContexts(services: Services, config: ContextConfig): Contexts {
  const servicesOf = (storeId: string): Services => ({ ...services, db: services.dbForRequest(storeId) })
  const clientAddress = createClientAddress(config.trustProxy)
  /** For admission alone, which needs only what never changes. */
  const storesById = createReadCache<{ store: Store | null }>(STORES_BY_ID, async (id) => ({
    store: await services.db.prisma.store.findUnique({ where: { id } }),
  }))
  const { shop = true, shopDomain, publicUrl = null } = config
  const shopHosts = shop && shopDomain ? createShopHosts(shopDomain, publicUrl) : null
  const addressOf = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>) =>
    clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString())

  async function shopperAddressOf(request: FastifyRequest, own: Services, store: Store | null): Promise<string> {
    return (await buyerAddress(own, store, request.headers)) ?? addressOf(request)
  }

  const baseUrlOf = (headers: IncomingHttpHeaders): string => {
    const mainUrl = mainUrlOf(headers)
    return shopHosts?.originAsked(headers, mainUrl) ?? mainUrl
  }

  /** A proxy trusted to name the client's address is also trusted to name the protocol. */
  function mainUrlOf(headers: IncomingHttpHeaders): string {
    if (publicUrl) return publicUrl
    const isSecure = config.trustProxy !== null && headers['x-forwarded-proto'] === 'https'
    return headers.host ? `${isSecure ? 'https' : 'http'}://${headers.host}` : ''
  }

  function storeNameOf(request: FastifyRequest): string | null {
    const { subdomain } = (request.params ?? {}) as { subdomain?: string }
    return subdomain ?? storeNamedIn(request.headers)
  }

  const storeNamedIn = (headers: IncomingHttpHeaders) => headers['x-store']?.toString() ?? config.defaultStore

  async function storeOf(request: FastifyRequest): Promise<FoundStore | null> {
    const name = storeNameOf(request)
    return name ? services.stores.find(name) : null
  }

  type AddressIn = (request: FastifyRequest, own: Services, store: Store | null) => Promise<string> | string

  async function contextIn(
    store: Store | FoundStore | null,
    request: FastifyRequest,
    addressIn: AddressIn,
    credentials: Credentials = credentialsIn(request),
  ): Promise<Context> {
    const own = store ? servicesOf(store.id) : services
    return createContext(own, {
      store,
      ...credentials,
      ip: await addressIn(request, own, store),
      baseUrl: baseUrlOf(request.headers),
      requestId: request.id,
    })
  }

  /** @throws Problem RATE_LIMITED */
  const countRead = (context: Context, reply: FastifyReply) =>
    count(context, 'read').finally(() => setLimitHeaders(reply, context))

  return {
    storeNameOf,
    storeNamedIn,
    addressOf,
    baseUrlOf,
    urlOf: shopHosts ? shopHosts.urlOf : ({ url = '' }) => url,
    shopHosts,
    isShopHost: (headers) => (shopHosts?.originAsked(headers, mainUrlOf(headers)) ?? null) !== null,
    shopAt(subdomain, headers) {
      return shop ? (shopHosts?.originOf(subdomain, baseUrlOf(headers)) ?? `/shop/${subdomain}`) : null
    },
    async contextOf(request) {
      return contextIn(await storeOf(request), request, shopperAddressOf)
    },
    async visitorContextOf(request, credentials) {
      return contextIn(await storeOf(request), request, shopperAddressOf, { ...nobody, ...credentials })
    },
    async contextAt(request, subdomain) {
      const store = subdomain === null ? null : await services.stores.find(subdomain)
      return contextIn(store, request, addressOf, nobody)
    },
    async draftContextOf(request, store) {
      const open = {
        ...store,
        active: true,
        suspendedAt: null,
        openedAt: store.createdAt,
        shopEnabled: true,
        accessPasswordHash: null,
      }
      return contextIn(open, request, addressOf, nobody)
    },
    async ownerContextOf(request, reply) {
      // Ignores the buyer's address in the header: a new one in each request would escape the limits.
      const context = await contextIn(await storeOf(request), request, addressOf)
      return admitOwner(context, request.headers.authorization).finally(() => setLimitHeaders(reply, context))
    },
    async admitVisitor(request, reply) {
      await countRead(await contextIn(await storeOf(request), request, addressOf), reply)
    },
    async admitShopper(request, reply, storeId) {
      const { store } = storeId === null ? { store: null } : await storesById.find(storeId)
      await countRead(await contextIn(store, request, shopperAddressOf), reply)
    },
  }
}
