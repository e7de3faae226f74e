import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ImportOptions, importPlugin } from '../../commerce/catalog/import/import-plugin.ts'
import { productFilesPlugin } from '../../commerce/catalog/import/job/product-files-plugin.ts'
import { type UploadOptions, uploadPlugin } from '../../commerce/media/upload-plugin.ts'
import { type ExportOptions, exportPlugin } from '../../commerce/owners/export/export-plugin.ts'
import { lastEndOf } from '../../commerce/owners/session-lifetime.ts'
import { admitPerson, admitToStore } from '../../commerce/people/admit.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import type { ShopPreview } from '../../web/shop/http/preview.ts'
import type { Context, OwnerContext, PersonContext } from '../context.ts'
import { acceptsEvents } from '../graphql/graphql-events.ts'
import { type GraphQLOptions, graphqlPlugin } from '../graphql/graphql-plugin.ts'
import { acceptsJson } from '../http/accept.ts'
import { answerOtherMethods } from '../http/method-not-allowed.ts'
import { isFromOwnPage } from '../http/own-page.ts'
import { setLimitHeaders } from '../http/response-headers.ts'
import { becomeOwnerPlugin, OWNER_PATH } from './become-owner-plugin.ts'
import { ACCEPT_PATH, invitationsPlugin, LOOK_UP_PATH } from './invitations-plugin.ts'
import { MAIL_PREVIEW_PATH, PAGE_PREVIEW_PATH, PREVIEW_PATH, previewsPlugin } from './previews-plugin.ts'
import { EMAIL_UNDO_PATH, PASSWORD_LINKS_PATH, PASSWORDS_PATH, recoveryPlugin } from './recovery-plugin.ts'
import { personCookie, personTokenIn, tokenIn } from './session-cookies.ts'
import {
  CONFIRMATION_PATH,
  SECOND_FACTOR_PATH,
  SESSION_PATH,
  SESSIONS_PATH,
  SET_UP_PATH,
  sessionsPlugin,
} from './sessions-plugin.ts'

const SITE = '/api/console/sites/:subdomain'
const GRAPHQL_PATH = `${SITE}/graphql`
const PERSON_PATH = '/api/console/graphql'

interface ConsoleOptions {
  contextAt: (request: FastifyRequest, subdomain: string | null) => Promise<Context>
  baseUrlOf: (headers: IncomingHttpHeaders) => string
  /** Those are of shoppers. */
  isShopHost: (headers: IncomingHttpHeaders) => boolean
  /** Of who is logged in as a person, at no store. */
  person: Omit<GraphQLOptions, 'paths' | 'graphiql' | 'admitVisitor' | 'contextOf'>
  /** What the owner's own paths have as well. */
  graphql: Omit<GraphQLOptions, 'paths' | 'graphiql' | 'admitVisitor' | 'contextOf'>
  exports: Omit<ExportOptions, 'folder' | 'contextOf'>
  uploads: Omit<UploadOptions, 'path' | 'contextOf'>
  imports: Omit<ImportOptions, 'folder' | 'contextOf'>
  draftContextOf: (request: FastifyRequest, store: Store) => Promise<Context>
  /** Null where there is no shop. */
  previewShop: ShopPreview | null
}

/** What the console calls: the owner's API by sessions, which no other page may use. */
export async function consolePlugin(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  await app.register((own) => serveOwn(own, options))
  answerOtherMethods(app, [
    ...[LOOK_UP_PATH, ACCEPT_PATH, OWNER_PATH],
    ...[
      SET_UP_PATH,
      SESSIONS_PATH,
      CONFIRMATION_PATH,
      SECOND_FACTOR_PATH,
      SESSION_PATH,
      GRAPHQL_PATH,
      PERSON_PATH,
      MAIL_PREVIEW_PATH,
    ],
    ...[PASSWORD_LINKS_PATH, PASSWORDS_PATH, EMAIL_UNDO_PATH],
    ...(options.previewShop ? [PREVIEW_PATH, PAGE_PREVIEW_PATH] : []),
  ])
  // Otherwise it would be allowed to pages of other origins, as everything for programs is.
  app.options('/api/console/*', async (_request, reply) => reply.callNotFound())
}

async function serveOwn(app: FastifyInstance, options: ConsoleOptions): Promise<void> {
  const { contextAt, baseUrlOf, isShopHost, draftContextOf, previewShop } = options
  // Not counted, or other pages could use up the owner's limits.
  app.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'same-origin' })
    if (isShopHost(headers) || !isFromOwnPage(headers, baseUrlOf(headers))) {
      throw new Problem(
        'FORBIDDEN',
        'Only the console may ask for this, from the same host over https or at localhost.',
        { reason: 'FOREIGN_SITE' },
      )
    }
  })

  /** Ignores the owner's key, and the buyer's address, as the owner's own paths do. */
  async function contextOf(request: FastifyRequest, reply: FastifyReply): Promise<OwnerContext> {
    const { subdomain } = request.params as { subdomain: string } // Every path with a session has it.
    const context = await contextAt(request, subdomain)
    const { headers } = request
    const { baseUrl } = context
    const tokens = { person: personTokenIn(headers, baseUrl), key: tokenIn(headers, subdomain, baseUrl) }
    // A page that only waits for events is not used: it opens its stream again and again.
    const { accept } = headers
    const isUse = !acceptsEvents(accept) || acceptsJson(accept)
    return admitToStore(context, tokens, isUse).finally(() => setLimitHeaders(reply, context))
  }

  async function personContextOf(request: FastifyRequest, reply: FastifyReply): Promise<PersonContext> {
    const context = await contextAt(request, null)
    const { baseUrl } = context
    return admitPerson(context, personTokenIn(request.headers, baseUrl), ({ token, session }) => {
      reply.header('Set-Cookie', personCookie(token, lastEndOf(session), baseUrl))
    }).finally(() => setLimitHeaders(reply, context))
  }

  await app.register(sessionsPlugin, { contextAt, contextOf, personContextOf })
  await app.register(invitationsPlugin, { contextAt })
  await app.register(recoveryPlugin, { contextAt })
  await app.register(becomeOwnerPlugin, { contextOf })
  await app.register(graphqlPlugin, {
    ...options.graphql,
    paths: [GRAPHQL_PATH],
    graphiql: null,
    admitVisitor: async () => {},
    contextOf,
  })
  await app.register(graphqlPlugin, {
    ...options.person,
    paths: [PERSON_PATH],
    graphiql: null,
    admitVisitor: async () => {},
    contextOf: personContextOf,
  })
  await app.register(previewsPlugin, { contextOf, draftContextOf, previewShop })
  await app.register(exportPlugin, { ...options.exports, folder: `${SITE}/export`, contextOf })
  await app.register(uploadPlugin, { ...options.uploads, path: `${SITE}/media`, contextOf })
  await app.register(importPlugin, { ...options.imports, folder: `${SITE}/import`, contextOf })
  await app.register(productFilesPlugin, { ...options.imports, folder: `${SITE}/import`, contextOf })
}
