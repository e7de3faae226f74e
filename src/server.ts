import cors from '@fastify/cors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from './config.ts'
import { csvExports } from './exports.ts'
import { count } from './gateway/admission.ts'
import type { Context, Services } from './gateway/context.ts'
import type { Store } from './generated/prisma/client.ts'
import { answerClientError, answerExpectation } from './http/client-error.ts'
import { type ConnectionLimits, connectionLimits } from './http/connection-limits.ts'
import { serveDemoPictures } from './http/demo-pictures.ts'
import { exportPlugin } from './http/export-plugin.ts'
import { storefrontGraphiql } from './http/graphiql.ts'
import { serveGraphiqlAssets } from './http/graphiql-assets.ts'
import { graphqlPlugin } from './http/graphql-plugin.ts'
import { serveHealth } from './http/health.ts'
import { homePage } from './http/home-page.ts'
import { acceptJson } from './http/json-body.ts'
import { setLimitHeaders } from './http/limit-headers.ts'
import { shedLoad } from './http/load-shedding.ts'
import { answerOtherMethods } from './http/method-not-allowed.ts'
import { serveMetrics } from './http/metrics.ts'
import { ownerGraphiql } from './http/owner-graphiql.ts'
import { refusalOf, sendRefusal } from './http/refusal.ts'
import { requestId } from './http/request-id.ts'
import { setSecurityHeaders } from './http/security-headers.ts'
import { ownerSchema } from './owner-schema.ts'
import { admitOwner } from './owners/admit-owner.ts'
import { buyerAddress } from './owners/buyer-address.ts'
import { sandboxPlugin } from './payments/sandbox-plugin.ts'
import { createClientAddress } from './platform/client-address.ts'
import { asRequest, setRequestStore } from './platform/database/request-share.ts'
import { DAY_SECONDS } from './platform/time.ts'
import { createContext } from './request-context.ts'
import { serveReference } from './rest/reference.ts'
import { restPlugin } from './rest/rest-plugin.ts'
import { routes } from './routes.ts'
import { schema } from './schema.ts'
import { findSandboxOrder } from './settlement/find-sandbox-order.ts'
import { webhookPlugin } from './settlement/webhook-plugin.ts'

const BODY_LIMIT = 64 * 1024
/** An owner sends thousands of products in one request. */
const OWNER_BODY_LIMIT = 8 * 1024 * 1024
const GRAPHQL_PATHS = ['/graphql', '/api/sites/:subdomain/graphql']
const OWNER_PATHS = ['/api/sites/:subdomain/owner/graphql']

const probes = new Set<string | null>(['/healthz', '/readyz', '/metrics'])

export interface ServerOptions {
  services: Services
  config: Pick<Config, 'trustProxy' | 'defaultStore' | 'graphiql' | 'metrics'> & Partial<Pick<Config, 'publicUrl'>>
  /** Whether the process should get traffic: what `/readyz` answers. */
  isReady: () => Promise<boolean>
  /** What `/readyz` tells the operator beside that, a sentence each. */
  warnings?: () => Promise<string[]>
  /** Whether requests are refused while the process is late; a test that loads it on purpose wants none of it. */
  shedding?: boolean
  /** What a test that waits for a time-out shortens. */
  connections?: Partial<ConnectionLimits>
}

/** The HTTP server, its steps in the order in which a request meets them. Ready to listen, or to be injected into. */
export async function createServer({
  services,
  config,
  isReady,
  warnings = async () => [],
  shedding = false,
  connections,
}: ServerOptions): Promise<FastifyInstance> {
  const limits = connectionLimits(connections)
  const app = Fastify({
    // Typed as what Fastify needs of it: the instance's type would carry pino's through every plugin.
    loggerInstance: services.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    ...limits.options,
    // As long as a request line can be: what is no id is told so by who looks it up.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void sendRefusal(reply, refusalOf(error, request.log)),
    return503OnClosing: true,
  })

  // By callback: what a promise runs in is not what comes behind it.
  app.addHook('onRequest', (_request, _reply, done) => asRequest(done))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? null
    // Probes come every few seconds.
    request.log[probes.has(route) ? 'debug' : 'info'](
      {
        method: request.method,
        route,
        store: storeNameOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  setSecurityHeaders(app)
  limits.hold(app)
  if (shedding) shedLoad(app)
  acceptJson(app)
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request.log)))
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/sites/')) reply.header('Access-Control-Allow-Origin', '*')
    return reply.status(404).send({ error: 'Not found' })
  })
  app.server.on('checkExpectation', answerExpectation)

  const clientAddress = createClientAddress(config.trustProxy)
  const addressOf = ({ socket, headers }: FastifyRequest) =>
    clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for']?.toString())

  /** Whoever may tell us a client's address may tell how it has come, too. */
  function baseUrlOf({ protocol, host, headers }: FastifyRequest): string {
    if (config.publicUrl) return config.publicUrl
    const isSecure = config.trustProxy !== null && headers['x-forwarded-proto'] === 'https'
    return host === '' ? '' : `${isSecure ? 'https' : protocol}://${host}`
  }

  type AddressIn = (store: Store | null) => Promise<string> | string

  async function contextIn(store: Store | null, request: FastifyRequest, addressIn: AddressIn): Promise<Context> {
    setRequestStore(store?.id ?? null)
    return createContext(services, {
      store,
      authorization: request.headers.authorization,
      idempotencyKey: request.headers['idempotency-key']?.toString(),
      accessToken: request.headers['x-access-token']?.toString(),
      ip: await addressIn(store),
      baseUrl: baseUrlOf(request),
      requestId: request.id,
    })
  }

  async function contextFrom(request: FastifyRequest, addressIn: AddressIn): Promise<Context> {
    const name = storeNameOf(request)
    return contextIn(name ? await services.stores.find(name) : null, request, addressIn)
  }

  const shopperOf =
    (request: FastifyRequest): AddressIn =>
    async (store) =>
      (await buyerAddress(services, store, request.headers)) ?? addressOf(request)

  const contextOf = (request: FastifyRequest) => contextFrom(request, shopperOf(request))

  const ownerContextOf = async (request: FastifyRequest, reply: FastifyReply) => {
    // Owners buy nothing here: with an address of their choice for each request they would know no limit.
    const context = await contextFrom(request, () => addressOf(request))
    try {
      return await admitOwner(context, request.headers.authorization)
    } finally {
      setLimitHeaders(reply, context)
    }
  }

  /** For what reaches no operation. @throws Problem RATE_LIMITED */
  async function countRead(context: Context, reply: FastifyReply): Promise<void> {
    try {
      await count(context, 'read')
    } finally {
      setLimitHeaders(reply, context)
    }
  }

  /** A page, and what it loads. @throws Problem RATE_LIMITED */
  const admitVisitor = async (request: FastifyRequest, reply: FastifyReply) =>
    countRead(await contextFrom(request, () => addressOf(request)), reply)

  /** From the path; at `/graphql` from a header, or the store that is configured. */
  function storeNameOf(request: FastifyRequest): string | null {
    const { subdomain } = (request.params ?? {}) as { subdomain?: string }
    return subdomain ?? request.headers['x-store']?.toString() ?? config.defaultStore
  }

  if (config.metrics) serveMetrics(app)
  serveHealth(app, isReady, warnings)
  homePage(app, config)
  await serveReference(app, { routes, services, config: { ...config, publicUrl: config.publicUrl ?? null } })
  await serveDemoPictures(app)
  const assets = config.graphiql ? serveGraphiqlAssets(app, admitVisitor) : []
  answerOtherMethods(app, [
    ...assets,
    '/',
    '/healthz',
    '/readyz',
    '/openapi.json',
    ...(config.metrics ? ['/metrics'] : []),
  ])
  await app.register(async (storefront) => {
    await storefront.register(cors, {
      origin: '*',
      methods: ['GET', 'POST', 'DELETE'],
      exposedHeaders: ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
      maxAge: DAY_SECONDS,
      strictPreflight: false,
    })
    await storefront.register(restPlugin, { schema, routes, contextOf })
    await storefront.register(graphqlPlugin, {
      schema,
      paths: GRAPHQL_PATHS,
      budget: 'cost',
      graphiql: config.graphiql ? storefrontGraphiql : null,
      admitVisitor,
      contextOf,
    })
    await storefront.register(graphqlPlugin, {
      schema: ownerSchema,
      paths: OWNER_PATHS,
      budget: 'ownerCost',
      graphiql: config.graphiql ? ownerGraphiql : null,
      bodyLimit: OWNER_BODY_LIMIT,
      admitVisitor,
      contextOf: ownerContextOf,
    })
    await storefront.register(exportPlugin, { exports: csvExports, contextOf: ownerContextOf })
    await storefront.register(webhookPlugin, { contextOf })
    await storefront.register(sandboxPlugin, {
      sandbox: services.sandbox,
      findOrder: (storeId, providerOrderId) => findSandboxOrder(services, storeId, providerOrderId),
      async admit(request, reply, storeId) {
        const store = storeId === null ? null : await services.prisma.store.findUnique({ where: { id: storeId } })
        await countRead(await contextIn(store, request, shopperOf(request)), reply)
      },
    })
    answerOtherMethods(storefront, [...routes.map(({ path }) => path), ...GRAPHQL_PATHS, ...OWNER_PATHS])
  })
  return app
}
