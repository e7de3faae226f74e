import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { count, isOpenToAll } from '../../../api/admission/admission.ts'
import { isServed } from '../../../api/admission/served-store.ts'
import type { Context, Services } from '../../../api/context.ts'
import type { OperationMeters } from '../../../api/graphql/operation-meters.ts'
import { readAssetsOnce, serveAssets } from '../../../api/http/built-assets.ts'
import { acceptForms } from '../../../api/http/form-body.ts'
import { answerOtherMethods } from '../../../api/http/method-not-allowed.ts'
import { Moved, sendMoved } from '../../../api/http/moved.ts'
import { errorHeaders, refusalOf } from '../../../api/http/refusal.ts'
import { setLimitHeaders } from '../../../api/http/response-headers.ts'
import type { ResponseCache } from '../../../api/response-cache/cache.ts'
import type { Problem } from '../../../platform/problem.ts'
import { forms, pages, personalPages } from '../pages.ts'
import { ASSETS_PATH, ICON, type ShopAssets } from './assets.ts'
import { type HostOptions, leadToOwnHosts, plainPath, serveRobots } from './own-hosts.ts'
import { notFound } from './page.ts'
import { PageEndpoint } from './page-endpoint.ts'
import { FormEndpoint } from './personal/form-endpoint.ts'
import { PersonalEndpoint } from './personal/personal-endpoint.ts'
import { pathOfReferer, ShownPage } from './personal/shown-page.ts'
import { type Visitor, type VisitorTokens, visitorOf } from './personal/visitor.ts'
import { refusalPage } from './refusal-page.tsx'
import { viewOf } from './view-of.ts'

interface PluginOptions extends HostOptions {
  schema: GraphQLSchema
  services: Pick<Services, 'metrics'>
  /** Null caches nothing. */
  cache: ResponseCache | null
  /** Where an address below the shop's home has gone, at which nothing is found; null for none. */
  findRedirect: (context: Context, url: string) => Promise<string | null>
  /** Of the owner, with those below others; without categories for who has not given the password. */
  findFooterLinks: (context: Context) => Promise<{ label: string; url: string }[]>
  visitorContextOf: (request: FastifyRequest, credentials: ShopCredentials) => Promise<Context>
  /** `shopAssets`: the folder of style and scripts, where that is not beside the bundle. */
  config: { shopAssets?: string }
}

interface ShopCredentials {
  authorization?: string | undefined
  accessToken?: string | undefined
  preview?: { visit: string | undefined }
  idempotencyKey?: string | undefined
  keepsRefusals?: boolean
}

export interface ShopOptions extends Pick<PluginOptions, 'schema' | 'cache' | 'findRedirect' | 'findFooterLinks'> {
  operations: OperationMeters
  /** From the cookies. */
  visitorOf: (request: FastifyRequest) => { visitor: Visitor; tokens: VisitorTokens }
  /** Without a customer's token it is of a visitor who is nobody, but may have unlocked the store. */
  contextOf: (request: FastifyRequest, tokens: VisitorTokens, idempotencyKey?: string) => Promise<Context>
  assets: () => ShopAssets
}

/** The shop in the browser. */
export async function shopPlugin(app: FastifyInstance, plugin: PluginOptions): Promise<void> {
  const { schema, cache, services, config, findRedirect, findFooterLinks, visitorContextOf, baseUrlOf } = plugin
  const assets: () => ShopAssets = readAssetsOnce('shop', config.shopAssets)
  const options: ShopOptions = {
    ...{ schema, cache, findRedirect, findFooterLinks, operations: services.metrics.operations, assets },
    visitorOf({ headers, params }) {
      const { subdomain } = params as { subdomain: string } // Every path of the shop has it.
      return visitorOf(headers, subdomain, baseUrlOf(headers))
    },
    contextOf: (request, { customer, access, preview }, idempotencyKey) =>
      visitorContextOf(request, {
        ...{ accessToken: access, preview: { visit: preview }, idempotencyKey, keepsRefusals: false },
        authorization: customer === undefined ? undefined : `Bearer ${customer}`,
      }),
  }
  leadToOwnHosts(app, plugin)
  serveAssets(app, { path: ASSETS_PATH, icon: ICON, assets })
  serveRobots(app, plugin)
  for (const page of pages) {
    const endpoint = new PageEndpoint(page, options)
    app.get(page.path, {
      onRequest: async (request, reply) => endpoint.admit(request, reply),
      handler: async (request, reply) => endpoint.answer(request, reply),
      errorHandler: async (error, request, reply) => refuse(error, request, reply, options, endpoint),
      onSend(request, reply, _payload, done) {
        endpoint.addLimitHeaders(request, reply)
        done()
      },
    })
  }
  const shown = new Map(personalPages.map((page) => [page, new ShownPage(page, options)]))
  for (const [page, ofPage] of shown) {
    const endpoint = new PersonalEndpoint(ofPage, options)
    app.get(page.path, {
      onRequest: async (request, reply) => endpoint.admit(request, reply),
      handler: async (request, reply) => endpoint.answer(request, reply),
      errorHandler: async (error, request, reply) => refuse(error, request, reply, options, endpoint),
    })
  }
  await app.register(async (posted) => {
    acceptForms(posted)
    for (const form of forms) {
      const endpoint = new FormEndpoint(form, form.page && shown.get(form.page), options)
      posted.post(form.path, {
        onRequest: async (request, reply) => endpoint.admit(request, reply),
        handler: async (request, reply) => endpoint.answer(request, reply),
        errorHandler: async (error, request, reply) => refuse(error, request, reply, options, endpoint),
      })
    }
  })
  const paths = [...pages, ...personalPages, ...forms].map(({ path }) => path)
  answerOtherMethods(app, ['/robots.txt', ...new Set(paths)])
  app.get('/shop/:subdomain/*', {
    handler: async (request, reply) => answerUnknown(request, reply, options),
    errorHandler: async (error, request, reply) => refuse(error, request, reply, options),
  })
}

const NOBODY: VisitorTokens = { customer: undefined, access: undefined, preview: undefined }

/** Counted, as any request. @throws Problem NOT_FOUND, RATE_LIMITED */
async function answerUnknown(request: FastifyRequest, reply: FastifyReply, { contextOf }: ShopOptions) {
  const [path = '', query] = request.url.split('?')
  const context = await contextOf(request, NOBODY)
  await count(context, 'read').finally(() => setLimitHeaders(reply, context))
  if (!path.endsWith('/')) throw notFound()
  return reply.redirect(viewOf(request, context).at(plainPath(path)) + (query === undefined ? '' : `?${query}`), 308)
}

/** Where what is not found has gone; null for nowhere. */
async function findMoved(request: FastifyRequest, context: Context, { findRedirect }: ShopOptions) {
  const { foundStore: store } = context
  // Of a store that is closed or behind a password no answer reveals what there is.
  if (!isServed(store) || !store.shopEnabled || !isOpenToAll(store)) return null
  const [, query] = /(\?.*)/s.exec(request.url) ?? []
  const path = await findRedirect(context, plainPath(request.url) + (query ?? ''))
  if (path === null) return null
  const { prefix } = viewOf(request, context)
  return new Moved(prefix === '' ? path : prefix + path.replace(/^\/(?=[?#]|$)/, ''))
}

interface Refusing {
  noteFailure?: (code: Problem['code']) => void
  /** Whether a browser asked for a page, which a store that is closed has one for. */
  isPage?: boolean
}

async function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ShopOptions,
  { noteFailure, isPage = false }: Refusing = {},
): Promise<FastifyReply> {
  const { contextOf, assets, findFooterLinks } = options
  let refusal = refusalOf(error, request.log)
  noteFailure?.(refusal.code)
  const context = await contextOf(request, NOBODY).catch(() => null)
  if (context && refusal.code === 'NOT_FOUND' && request.method !== 'POST') {
    try {
      const moved = await findMoved(request, context, options)
      if (moved) return sendMoved(request, reply, moved, { isPrivate: false })
    } catch (failure) {
      refusal = refusalOf(failure, request.log)
    }
  }
  const accent = context?.foundStore?.accentColor ?? null
  const cameFrom = request.method === 'POST' && context ? pathOfReferer(request, context) : ''
  const found = viewOf(request, context)
  const view = refusal.code === 'STORE_NOT_FOUND' ? { ...found, business: null } : found
  const isClosed = refusal.reason === 'STORE_CLOSED'
  // Closed or behind a password, the owner still has to be in reach.
  const isLocked = (isClosed || refusal.code === 'UNAUTHENTICATED') && context?.foundStore
  const footer = isLocked ? await findFooterLinks(context) : []
  const links = isLocked && !isClosed ? [...footer, { label: 'Write to us', url: '/contact' }] : footer
  const sendsMails = context?.services.mailer.isSetUp === true
  const { html, headers } = refusalPage({ view, assets: assets(), refusal, accent, cameFrom, links, sendsMails })
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', refusal.retryAfter)
  return reply
    .status(isClosed && isPage ? 200 : refusal.status)
    .headers({ ...headers, 'Cache-Control': 'no-store', ...errorHeaders(refusal) })
    .type('text/html; charset=utf-8')
    .send(html)
}
