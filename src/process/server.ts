import type { IncomingMessage } from 'node:http'
import cors from '@fastify/cors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Services } from '../api/context.ts'
import { storefrontGraphiql } from '../api/graphql/graphiql/graphiql.ts'
import { serveGraphiqlAssets } from '../api/graphql/graphiql/graphiql-assets.ts'
import { graphqlPlugin } from '../api/graphql/graphql-plugin.ts'
import { readAssetsOnce } from '../api/http/built-assets.ts'
import { answerClientError, answerExpectation, continueRequest } from '../api/http/client-error.ts'
import { type ConnectionLimits, connectionLimits } from '../api/http/connection-limits.ts'
import { createEventStreams } from '../api/http/event-stream.ts'
import { acceptJson } from '../api/http/json-body.ts'
import { shedLoad } from '../api/http/load-shedding.ts'
import { answerOtherMethods } from '../api/http/method-not-allowed.ts'
import { serveHealth } from '../api/http/observe/health.ts'
import { createRequestDuration, serveMetrics } from '../api/http/observe/metrics.ts'
import { type AnsweredRequest, logRequests, requestId } from '../api/http/observe/request-log.ts'
import { traceRequests } from '../api/http/observe/trace-requests.ts'
import { serveDemoPictures } from '../api/http/pages/demo-pictures.ts'
import { errorsPage } from '../api/http/pages/errors-page.ts'
import { homePage } from '../api/http/pages/home-page.ts'
import { ERRORS_PATH, refusalOf, sendRefusal } from '../api/http/refusal.ts'
import { CORS_HEADERS, EXPOSED_HEADERS, SECURITY_HEADERS, setSecurityHeaders } from '../api/http/response-headers.ts'
import { type ReadOn, readOn, refuseUnreadable } from '../api/http/unread-body.ts'
import { consolePlugin } from '../api/owner/console-plugin.ts'
import { createOwnerApi, serveOwnerApi } from '../api/owner/owner-api.ts'
import { createResponseCache } from '../api/response-cache/cache.ts'
import { createCacheHandler } from '../api/response-cache/handler.ts'
import { restPlugin } from '../api/rest/rest-plugin.ts'
import { serveOpenApi } from '../api/rest/serve-openapi.ts'
import { findRedirect } from '../commerce/catalog/redirects/find-redirect.ts'
import { accountPagesPlugin } from '../commerce/customers/mails/account-pages-plugin.ts'
import { sandboxMailsPlugin } from '../commerce/mails/sandbox-mails-plugin.ts'
import { mediaPlugin } from '../commerce/media/media-plugin.ts'
import { allFooterLinks } from '../commerce/menus/shown-menu.ts'
import { sandboxPlugin } from '../commerce/payments/sandbox-plugin.ts'
import { findSandboxOrder, orderToPay } from '../commerce/settlement/payments.sql.ts'
import { webhookPlugin } from '../commerce/settlement/webhook-plugin.ts'
import { createPeerTrust } from '../platform/network/client-address.ts'
import { DAY_SECONDS } from '../platform/time.ts'
import { serveConsolePage } from '../web/console/console-page.ts'
import { serveDocs } from '../web/docs/docs-plugin.ts'
import { createShopPreview } from '../web/shop/http/preview.ts'
import { shopPlugin } from '../web/shop/http/serve-pages.ts'
import { ANSWER_CACHE_MB, type Config } from './config.ts'
import { createContexts } from './contexts.ts'
import { csvExports } from './exports.ts'
import { ownerSchema } from './owner-schema.ts'
import { personSchema } from './person-schema.ts'
import { routes } from './routes.ts'
import { schema } from './schema.ts'
import { stateMetrics } from './state-metrics.ts'

const BODY_LIMIT = 64 * 1024
const GRAPHQL_PATHS = ['/graphql', '/api/sites/:subdomain/graphql']

const PUBLIC_HEADERS = { ...CORS_HEADERS, ...SECURITY_HEADERS }

export interface ServerOptions {
  services: Services
  config: Pick<Config, 'trustProxy' | 'defaultStore' | 'graphiql' | 'metrics'> &
    Partial<Pick<Config, 'publicUrl' | 'answerCacheMb' | 'shop' | 'shopDomain' | 'console'>> & {
      shopAssets?: string
      consoleAssets?: string
    }
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

/** What the steps of building the server share. */
type Parts = ReturnType<typeof partsOf>

/** Ready to listen, or to `inject` requests. Requests pass the steps in this order. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const parts = partsOf(options)
  const app = createApp(parts, (answered, request) => noteAnswer(answered, request))
  const noteAnswer = observe(app, parts)
  protect(app, parts, options)
  readBodies(app)
  answerErrors(app)
  serveOperator(app, parts, options)
  await servePages(app, parts)
  await app.register((stores) => serveStores(stores, parts))
  return app
}

function partsOf({ services, config, connections }: ServerOptions) {
  const limits = connectionLimits(connections)
  const cacheMb = config.answerCacheMb ?? ANSWER_CACHE_MB
  const streams = createEventStreams(limits)
  return {
    services,
    config,
    limits,
    streams,
    owner: createOwnerApi({ schema: ownerSchema, exports: csvExports, services, streams }),
    contexts: createContexts(services, config),
    cache: cacheMb > 0 ? createResponseCache({ maxBytes: cacheMb * 1024 * 1024 }) : null,
    duration: config.metrics ? createRequestDuration() : null,
  }
}

/** Answers from the response cache come before the framework. */
function createApp(
  { services, limits, contexts, cache }: Parts,
  onAnswer: (answered: AnsweredRequest, request: IncomingMessage) => void,
): FastifyInstance {
  const handleFirst =
    cache &&
    createCacheHandler({
      services,
      cache,
      ...contexts,
      requestIdOf: requestId,
      headersOf: (status) => (status === 304 ? CORS_HEADERS : PUBLIC_HEADERS),
      watch: limits.watch,
      onAnswer,
    })
  return Fastify({
    // Otherwise pino's type would appear in the type of every plugin.
    loggerInstance: services.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    bodyLimit: BODY_LIMIT,
    serverFactory: (handler) =>
      limits.createServer(
        handleFirst ? (request, response) => handleFirst(request, response, () => handler(request, response)) : handler,
      ),
    ...(contexts.shopHosts && { rewriteUrl: contexts.urlOf }),
    // As long as a request line can be. Ids that are too long are refused where they are looked up.
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) =>
      void sendRefusal(reply.header('X-Request-Id', request.id), refusalOf(error, request.log)),
    // A connection may bring a last request while the server closes. The answer then closes it.
    return503OnClosing: false,
  }).decorate('baseUrlOf', contexts.baseUrlOf)
}

/** Request id, trace and log. @returns the same for answers from the response cache */
function observe(app: FastifyInstance, { services, config, contexts, duration }: Parts) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    done()
  })
  const { logger, tracing } = services
  const traces = tracing ? traceRequests(app, tracing, createPeerTrust(config.trustProxy)) : null
  return logRequests(app, { logger, storeNameOf: contexts.storeNameOf, traces, duration })
}

function protect(app: FastifyInstance, { limits, streams }: Parts, { shedding, readingOn }: ServerOptions): void {
  setSecurityHeaders(app)
  limits.hold(app)
  readOn(app, readingOn)
  if (shedding) shedLoad(app)
  app.addHook('preClose', async () => streams.close())
}

function readBodies(app: FastifyInstance): void {
  refuseUnreadable(app)
  acceptJson(app)
  app.server.on('checkExpectation', answerExpectation).on('checkContinue', continueRequest)
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, refusalOf(error, request.log)))
  app.setNotFoundHandler((_request, reply) =>
    sendRefusal(reply, { status: 404, code: 'NOT_FOUND', message: 'Not found', reason: 'PATH_NOT_FOUND' }),
  )
}

function serveOperator(
  app: FastifyInstance,
  { services, cache, duration }: Parts,
  { isReady, warnings = async () => [] }: ServerOptions,
): void {
  if (duration)
    serveMetrics(app, [duration, ...services.metrics.exposed, ...stateMetrics(services, cache)], services.db.replica)
  serveHealth(app, isReady, warnings)
  answerOtherMethods(app, ['/healthz', '/readyz', ...(duration ? ['/metrics'] : [])])
}

async function servePages(app: FastifyInstance, parts: Parts): Promise<void> {
  const { services, config, contexts, cache, owner, streams } = parts
  const { contextOf, admitVisitor, shopAt } = contexts
  homePage(app, { ...config, showsMails: services.showsMails })
  errorsPage(app)
  serveOpenApi(app, { routes, schema, services, config: { ...config, publicUrl: config.publicUrl ?? null } })
  await serveDemoPictures(app)
  await app.register(mediaPlugin, { contextOf })
  await app.register(accountPagesPlugin, { contextOf, shopAt })
  const finders = { findRedirect, findFooterLinks: allFooterLinks }
  if (config.shop) await app.register(shopPlugin, { schema, services, cache, config, ...finders, ...contexts })
  if (config.console) {
    const { operations } = services.metrics
    const assets = readAssetsOnce<'style' | 'script' | 'speculation'>('shop', config.shopAssets)
    const previewShop = config.shop ? createShopPreview({ schema, operations, assets }) : null
    serveConsolePage(app, config.consoleAssets)
    const person = {
      ...({ schema: personSchema, api: 'person', budget: 'cost' } as const),
      ...{ operations, streams, cache: null },
    }
    await app.register(consolePlugin, { ...owner, ...contexts, person, previewShop })
  }
  if (services.showsMails) await app.register(sandboxMailsPlugin, { contextOf })
  const docs = serveDocs(app, { graphql: config.graphiql })
  const assets = config.graphiql ? serveGraphiqlAssets(app, admitVisitor) : []
  answerOtherMethods(app, [...docs, ...assets, '/', ERRORS_PATH, '/openapi.json'])
}

async function serveStores(app: FastifyInstance, parts: Parts): Promise<void> {
  const { services, config, contexts, cache, streams, owner } = parts
  const { contextOf, admitVisitor } = contexts
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: DAY_SECONDS,
    strictPreflight: false,
  })
  const { operations } = services.metrics
  await app.register(restPlugin, { schema, routes, cache, operations, streams, contextOf })
  await app.register(graphqlPlugin, {
    ...{ schema, api: 'graphql', paths: GRAPHQL_PATHS, budget: 'cost', contextOf, cache },
    ...{ operations, streams, admitVisitor, graphiql: config.graphiql ? storefrontGraphiql : null },
  })
  await serveOwnerApi(app, owner, contexts, config.graphiql)
  await serveProviders(app, parts)
  answerOtherMethods(app, [...routes.map(({ path }) => path), ...GRAPHQL_PATHS])
}

/** The payment provider's webhook, and the sandbox, which is a provider. */
async function serveProviders(app: FastifyInstance, { services, contexts }: Parts): Promise<void> {
  await app.register(webhookPlugin, { contextOf: contexts.contextOf })
  await app.register(sandboxPlugin, {
    findOrder: (storeId, providerOrderId) =>
      findSandboxOrder(services.dbForRequest(storeId).sql, storeId, providerOrderId),
    payOrder: (storeId, providerOrderId) => services.sandbox.pay(storeId, orderToPay(storeId, providerOrderId)),
    admit: contexts.admitShopper,
  })
}
