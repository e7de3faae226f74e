import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  endSession,
  findSessions,
  type OpenSession,
  openConsoleSession,
  parseLogIn,
} from '../../commerce/owners/console-session.ts'
import { endOf, lastEndOf } from '../../commerce/owners/session-lifetime.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { isSubdomain } from '../../platform/text/address.ts'
import { count } from '../admission/admission.ts'
import type { Context, OwnerContext } from '../context.ts'
import { perRequest } from '../http/per-request.ts'
import { setLimitHeaders } from '../http/response-headers.ts'
import { deletedCookie, sessionCookie, sessionsIn, tokenIn } from './session-cookies.ts'

export const SESSIONS_PATH = '/api/console/sessions'
export const SESSION_PATH = '/api/console/sites/:subdomain/session'

interface SessionsOptions {
  /** Null: of no store. */
  contextAt: (request: FastifyRequest, subdomain: string | null) => Promise<Context>
  /** From the cookie; its errors are the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
}

type AtStore = { Params: { subdomain: string }; Querystring: { everywhere?: unknown } }

/** Log-in, log-out, and what the browser is logged in to. */
export async function sessionsPlugin(app: FastifyInstance, { contextAt, contextOf }: SessionsOptions): Promise<void> {
  const contexts = perRequest<Context>()

  /** Which store it is about is known only once the body is read, or not at all. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const context = await contextAt(request, null)
    contexts.set(request, context)
    await count(context, 'read').finally(() => setLimitHeaders(reply, context))
  }

  app.post(SESSIONS_PATH, { onRequest: admit }, async (request, reply) => {
    const logIn = parseLogIn(request.body)
    const context = await contextAt(request, logIn.store)
    const { baseUrl, store } = context
    const replaced = tokenIn(request.headers, logIn.store, baseUrl)
    const { token, session } = await openConsoleSession(context, logIn.key, replaced).finally(() =>
      setLimitHeaders(reply, context),
    )
    return reply
      .status(201)
      .header('Set-Cookie', sessionCookie(store.subdomain, token, lastEndOf(session), baseUrl))
      .send(shownSession(store, session))
  })

  app.get(SESSIONS_PATH, { onRequest: admit }, async (request) => {
    const { services, baseUrl } = contexts.get(request)
    const sessions = await findSessions(services, sessionsIn(request.headers, baseUrl))
    return { sessions: sessions.map(({ store, session }) => shownSession(store, session)) }
  })

  app.delete<AtStore>(SESSION_PATH, async (request, reply) => {
    const { params, query, headers } = request
    const baseUrl = app.baseUrlOf(headers)
    // Whether it has ended already or ends now. No other name has a cookie, nor belongs into a header.
    if (isSubdomain(params.subdomain)) reply.header('Set-Cookie', deletedCookie(params.subdomain, baseUrl))
    const context = await contextOf(request, reply)
    await endSession(context, query.everywhere === 'true')
    return reply.status(204).send()
  })
}

const shownSession = (
  { subdomain, businessName, currency, timeZone, shippingCountry }: Store,
  session: OpenSession,
) => ({
  store: subdomain,
  business_name: businessName,
  currency,
  time_zone: timeZone,
  country: shippingCountry,
  key: { id: session.ownerKey.id, name: session.ownerKey.name, scopes: session.ownerKey.scopes },
  expires_at: endOf(session),
})
