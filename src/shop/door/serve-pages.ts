import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { count } from '../../admission/admission.ts'
import type { Context, Services } from '../../graphql/context.ts'
import type { OperationMeters } from '../../graphql/operation-meters.ts'
import { acceptForms } from '../../http/form-body.ts'
import { answerOtherMethods } from '../../http/method-not-allowed.ts'
import { refusalOf } from '../../http/refusal.ts'
import { setLimitHeaders } from '../../http/response-headers.ts'
import { Problem } from '../../platform/problem.ts'
import type { ResponseCache } from '../../response-cache/cache.ts'
import { forms, pages } from '../pages.ts'
import { readAssetsOnce, type ShopAssets, serveAssets } from './assets.ts'
import { cookieOf } from './cookies.ts'
import { FormEndpoint } from './form-endpoint.ts'
import { PageEndpoint } from './page-endpoint.ts'
import { refusalPage } from './refusal-page.tsx'
import { viewOf } from './view-of.ts'

interface PluginOptions {
  schema: GraphQLSchema
  services: Pick<Services, 'metrics'>
  /** Null caches nothing. */
  cache: ResponseCache | null
  visitorContextOf: (request: FastifyRequest, accessToken: string | undefined) => Promise<Context>
  baseUrlOf: (headers: FastifyRequest['headers']) => string
  /** `shopAssets`: the folder of style and scripts, where that is not beside the bundle. */
  config: { shopAssets?: string }
}

export interface ShopOptions extends Pick<PluginOptions, 'schema' | 'cache'> {
  operations: OperationMeters
  /** Of a visitor who is nobody but may have unlocked the store. */
  contextOf: (request: FastifyRequest) => Promise<Context>
  assets: () => ShopAssets
}

/** The shop in the browser. */
export async function shopPlugin(app: FastifyInstance, plugin: PluginOptions): Promise<void> {
  const { schema, cache, services, config, visitorContextOf, baseUrlOf } = plugin
  const assets = readAssetsOnce(config.shopAssets)
  const contextOf = (request: FastifyRequest) => {
    const { headers, params } = request
    const { subdomain } = params as { subdomain: string } // Every path of the shop has it.
    return visitorContextOf(request, cookieOf(headers, 'access', subdomain, baseUrlOf(headers)))
  }
  const options: ShopOptions = { schema, cache, operations: services.metrics.operations, contextOf, assets }
  serveAssets(app, assets)
  app.get('/robots.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS))
  for (const page of pages) {
    const endpoint = new PageEndpoint(page, options)
    app.get(page.path, {
      onRequest: async (request, reply) => endpoint.admit(request, reply),
      handler: async (request, reply) => endpoint.answer(request, reply),
      errorHandler: async (error, request, reply) => refuse(error, request, reply, options, endpoint.noteFailure),
      onSend(request, reply, _payload, done) {
        endpoint.addLimitHeaders(request, reply)
        done()
      },
    })
  }
  await app.register(async (posted) => {
    acceptForms(posted)
    for (const form of forms) {
      const endpoint = new FormEndpoint(form, options)
      posted.post(form.path, {
        onRequest: async (request, reply) => endpoint.admit(request, reply),
        handler: async (request, reply) => endpoint.answer(request, reply),
        errorHandler: async (error, request, reply) => refuse(error, request, reply, options, endpoint.noteFailure),
      })
    }
  })
  answerOtherMethods(app, ['/robots.txt', ...[...pages, ...forms].map(({ path }) => path)])
  app.get('/shop/:subdomain/*', {
    handler: async (request, reply) => answerUnknown(request, reply, options),
    errorHandler: async (error, request, reply) => refuse(error, request, reply, options),
  })
}

/** Of the whole host: shops are for everybody, answers for programs are not. */
const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /graphql\nDisallow: /sandbox/\nDisallow: /account/\n'

/** Counted, as any request. @throws Problem NOT_FOUND, RATE_LIMITED */
async function answerUnknown(request: FastifyRequest, reply: FastifyReply, { contextOf }: ShopOptions) {
  const [path = '', query] = request.url.split('?')
  const context = await contextOf(request)
  await count(context, 'read').finally(() => setLimitHeaders(reply, context))
  if (path.endsWith('/'))
    return reply.redirect(path.replace(/\/+$/, '') + (query === undefined ? '' : `?${query}`), 308)
  throw new Problem('NOT_FOUND', 'Page not found')
}

async function refuse(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { contextOf, assets }: ShopOptions,
  noteFailure?: (code: Problem['code']) => void,
): Promise<FastifyReply> {
  const refusal = refusalOf(error, request.log)
  noteFailure?.(refusal.code)
  const context = await contextOf(request).catch(() => null)
  const accent = context?.foundStore?.accentColor ?? null
  const { html, headers } = refusalPage(viewOf(request, context), assets(), refusal, accent)
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', refusal.retryAfter)
  return reply
    .status(refusal.status)
    .headers({ ...headers, 'Cache-Control': 'no-store', 'Error-Code': refusal.code })
    .type('text/html; charset=utf-8')
    .send(html)
}
