import cors from '@fastify/cors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { ANSWER_CACHE_MB, type Config } from './config.ts'
import { createContexts } from './contexts.ts'
import { accountPagesPlugin } from './customers/mails/account-pages-plugin.ts'
import { csvExports } from './exports.ts'
import type { Services } from './graphql/context.ts'
import { storefrontGraphiql } from './graphql/graphiql/graphiql.ts'
import { serveGraphiqlAssets } from './graphql/graphiql/graphiql-assets.ts'
import { ownerGraphiql } from './graphql/graphiql/owner-graphiql.ts'
import { graphqlPlugin } from './graphql/graphql-plugin.ts'
import { answerClientError, answerExpectation, continueRequest } from './http/client-error.ts'
import { type ConnectionLimits, connectionLimits } from './http/connection-limits.ts'
import { createEventStreams } from './http/event-stream.ts'
import { acceptJson } from './http/json-body.ts'
import { shedLoad } from './http/load-shedding.ts'
import { answerOtherMethods } from './http/method-not-allowed.ts'
import { serveHealth } from './http/observe/health.ts'
import { createRequestDuration, serveMetrics } from './http/observe/metrics.ts'
import { logRequests, requestId } from './http/observe/request-log.ts'
import { traceRequests } from './http/observe/trace-requests.ts'
import { serveDemoPictures } from './http/pages/demo-pictures.ts'
import { errorsPage } from './http/pages/errors-page.ts'
import { homePage } from './http/pages/home-page.ts'
import { ERRORS_PATH, refusalOf, sendRefusal } from './http/refusal.ts'
import { CORS_HEADERS, EXPOSED_HEADERS, SECURITY_HEADERS, setSecurityHeaders } from './http/response-headers.ts'
import { type ReadOn, readOn, refuseUnreadable } from './http/unread-body.ts'
import { sandboxMailsPlugin } from './mails/sandbox-mails-plugin.ts'
import { mediaPlugin } from './media/media-plugin.ts'
import { uploadPlugin } from './media/upload-plugin.ts'
import { ownerSchema } from './owner-schema.ts'
import { exportPlugin } from './owners/export/export-plugin.ts'
import { sandboxPlugin } from './payments/sandbox-plugin.ts'
import { createPeerTrust } from './platform/network/client-address.ts'
import { DAY_SECONDS } from './platform/time.ts'
import { createResponseCache } from './response-cache/cache.ts'
import { createCacheHandler } from './response-cache/handler.ts'
import { serveReference } from './rest/reference.ts'
import { restPlugin } from './rest/rest-plugin.ts'
import { routes } from './routes.ts'
import { schema } from './schema.ts'
import { findSandboxOrder, orderToPay } from './settlement/payments.sql.ts'
import { webhookPlugin } from './settlement/webhook-plugin.ts'
import { stateMetrics } from './state-metrics.ts'

const BODY_LIMIT = 64 * 1024
/** Owners send thousands of products in one request. */
const OWNER_BODY_LIMIT = 8 * 1024 * 1024
const GRAPHQL_PATHS = ['/graphql', '/api/sites/:subdomain/graphql']
const OWNER_PATHS = ['/api/sites/:subdomain/owner/graphql']

const PUBLIC_HEADERS = { ...CORS_HEADERS, ...SECURITY_HEADERS }

export interface ServerOptions {
  services: Services
  config: Pick<Config, 'trustProxy' | 'defaultStore' | 'graphiql' | 'metrics'> &
    Partial<Pick<Config, 'publicUrl' | 'answerCacheMb'>>
  /** For `/readyz`. */
  isReady: () => Promise<boolean>
  /** For the operator in `/readyz`, one sentence each. */
  warnings?: () => Promise<string[]>
  /** Refuses requests while the process is overloaded. */
  shedding?: boolean
  /** Lets tests shorten time-outs. */
  connections?: Partial<ConnectionLimits>
  /** Lets tests shorten how long a refused body is still read. */
  readingOn?: Partial<ReadOn>
}

/**
 * Builds the HTTP server. Its steps are registered in the order in which a request passes them. It is ready to listen,
 * or to `inject` requests.
 */
export async function createServer({
  services,
  config,
  isReady,
  warnings = async () => [],
  shedding = false,
  connections,
  readingOn,
}: ServerOptions): Promise<FastifyInstance> {
  const limits = connectionLimits(connections)
  const streams = createEventStreams(limits)
  const contexts = createContexts(services, config)
  const { storeNameOf, contextOf, ownerContextOf, admitVisitor, admitShopper } = contexts
  const answerCacheMb = config.answerCacheMb ?? ANSWER_CACHE_MB
  const cache = answerCacheMb > 0 ? createResponseCache({ maxBytes: answerCacheMb * 1024 * 1024 }) : null
  const handleFirst =
    cache &&
    createCacheHandler({
      services,
      cache,
      ...contexts,
      requestIdOf: requestId,
      headersOf: (status) => (status === 304 ? CORS_HEADERS : PUBLIC_HEADERS),
      watch: limits.watch,
      onAnswer: (answered, request) => noteAnswer(answered, request),
    })
  const { operations } = services.metrics
  const app = Fastify({
    // Otherwise pino's type would appear in the type of every plugin.
    loggerInstance: services.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    serverFactory: (handler) =>
      limits.createServer(
        handleFirst ? (request, response) => handleFirst(request, response, () => handler(request, response)) : handler,
      ),
    // As long as a request line can be. Ids that are too long are refused where they are looked up.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void sendRefusal(reply, refusalOf(error, request.log)),
    // A connection may bring a last request while the server closes. The answer then closes it.
    return503OnClosing: false,
  })

  app.decorate('baseUrlOf', contexts.baseUrlOf)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
  const traces = services.tracing ? traceRequests(app, services.tracing, createPeerTrust(config.trustProxy)) : null
  const duration = config.metrics ? createRequestDuration() : null
  const noteAnswer = logRequests(app, { logger: services.logger, storeNameOf, traces, duration })
  setSecurityHeaders(app)
  limits.hold(app)
  readOn(app, readingOn)
  if (shedding) shedLoad(app)
  app.addHook('preClose', async () => streams.close())
  refuseUnreadable(app)
  acceptJson(app)
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request.log)))
  app.setNotFoundHandler((_request, reply) =>
    sendRefusal(reply, { status: 404, code: 'NOT_FOUND', message: 'Not found' }),
  )
  app.server.on('checkExpectation', answerExpectation).on('checkContinue', continueRequest)

  if (duration)
    serveMetrics(app, [duration, ...services.metrics.exposed, ...stateMetrics(services, cache)], services.db.replica)
  serveHealth(app, isReady, warnings)
  homePage(app, { ...config, showsMails: services.showsMails })
  errorsPage(app)
  await serveReference(app, { routes, schema, services, config: { ...config, publicUrl: config.publicUrl ?? null } })
  await serveDemoPictures(app)
  await app.register(mediaPlugin, { contextOf })
  await app.register(accountPagesPlugin, { contextOf })
  if (services.showsMails) await app.register(sandboxMailsPlugin, { contextOf })
  const assets = config.graphiql ? serveGraphiqlAssets(app, admitVisitor) : []
  answerOtherMethods(app, [
    ...assets,
    '/',
    ERRORS_PATH,
    '/healthz',
    '/readyz',
    '/openapi.json',
    ...(config.metrics ? ['/metrics'] : []),
  ])
  await app.register(async (storefront) => {
    await storefront.register(cors, {
      origin: '*',
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: DAY_SECONDS,
      strictPreflight: false,
    })
    await storefront.register(restPlugin, {
      schema,
      routes,
      cache,
      operations,
      streams,
      contextOf,
    })
    await storefront.register(graphqlPlugin, {
      schema,
      api: 'graphql',
      operations,
      streams,
      paths: GRAPHQL_PATHS,
      cache,
      budget: 'cost',
      graphiql: config.graphiql ? storefrontGraphiql : null,
      admitVisitor,
      contextOf,
    })
    await storefront.register(graphqlPlugin, {
      schema: ownerSchema,
      api: 'owner',
      operations,
      streams,
      paths: OWNER_PATHS,
      cache: null,
      budget: 'ownerCost',
      graphiql: config.graphiql ? ownerGraphiql : null,
      bodyLimit: OWNER_BODY_LIMIT,
      admitVisitor,
      contextOf: ownerContextOf,
    })
    await storefront.register(exportPlugin, { exports: csvExports, contextOf: ownerContextOf })
    await storefront.register(uploadPlugin, { contextOf: ownerContextOf })
    await storefront.register(webhookPlugin, { contextOf })
    await storefront.register(sandboxPlugin, {
      findOrder: (storeId, providerOrderId) =>
        findSandboxOrder(services.dbForRequest(storeId).sql, storeId, providerOrderId),
      payOrder: (storeId, providerOrderId) => services.sandbox.pay(storeId, orderToPay(storeId, providerOrderId)),
      admit: admitShopper,
    })
    answerOtherMethods(storefront, [...routes.map(({ path }) => path), ...GRAPHQL_PATHS, ...OWNER_PATHS])
  })

  return app
}
