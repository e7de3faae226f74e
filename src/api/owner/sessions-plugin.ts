import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  endKeySession,
  findSessions,
  openConsoleSession,
  parseLogIn,
  sessionEnded,
} from '../../commerce/owners/console-session.ts'
import { lastEndOf } from '../../commerce/owners/session-lifetime.ts'
import { confirmAgain } from '../../commerce/people/confirm-again.ts'
import { listStoresOf } from '../../commerce/people/list-own.ts'
import { isLogInOfPerson, type LoggedIn, logInPerson } from '../../commerce/people/log-in.ts'
import { endPersonSessions, findPersonSession } from '../../commerce/people/person-session.ts'
import { completeLogIn } from '../../commerce/people/second-factor/complete-log-in.ts'
import { setUp } from '../../commerce/people/set-up.ts'
import { isSetUp } from '../../commerce/people/set-up-code.ts'
import { isSubdomain } from '../../platform/text/address.ts'
import type { SessionsAnswer } from '../../shared/answers.ts'
import { count } from '../admission/admission.ts'
import { callerWithKey } from '../admission/caller.ts'
import type { Context, OwnerContext, PersonContext } from '../context.ts'
import { perRequest } from '../http/per-request.ts'
import { setLimitHeaders } from '../http/response-headers.ts'
import { logInPlaceOf } from './log-in-place.ts'
import {
  deletedCookie,
  deletedPersonCookie,
  personCookie,
  personTokenIn,
  sessionCookie,
  sessionsIn,
  tokenIn,
} from './session-cookies.ts'
import { listedPerson, shownPerson, shownSession } from './shown-session.ts'

export const SESSIONS_PATH = '/api/console/sessions'
export const CONFIRMATION_PATH = `${SESSIONS_PATH}/confirmation`
export const SECOND_FACTOR_PATH = `${SESSIONS_PATH}/second-factor`
export const SESSION_PATH = '/api/console/sites/:subdomain/session'
export const SET_UP_PATH = '/api/console/set-up'

interface SessionsOptions {
  /** Null: of no store. */
  contextAt: (request: FastifyRequest, subdomain: string | null) => Promise<Context>
  /** From the cookie; its errors are the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
  /** The same of who is logged in as a person, at no store. */
  personContextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<PersonContext>
}

type Everywhere = { Querystring: { everywhere?: unknown } }
type AtStore = Everywhere & { Params: { subdomain: string } }

/** Set-up, log-in, log-out, and what the browser is logged in to. */
export async function sessionsPlugin(
  app: FastifyInstance,
  { contextAt, contextOf, personContextOf }: SessionsOptions,
): Promise<void> {
  const contexts = perRequest<Context>()

  /** Which store it is about is known only once the body is read, or not at all. */
  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const context = await contextAt(request, null)
    contexts.set(request, context)
    await count(context, 'read').finally(() => setLimitHeaders(reply, context))
  }

  const setPersonCookie = (reply: FastifyReply, { token, session }: LoggedIn, { baseUrl }: Context) =>
    reply.status(201).header('Set-Cookie', personCookie(token, lastEndOf(session), baseUrl))

  app.post(SET_UP_PATH, { onRequest: admit }, async (request, reply) => {
    const context = contexts.get(request)
    const done = await setUp(context, request.body, logInPlaceOf(request, context))
    const { subdomain, businessName, currency, timeZone, shippingCountry } = done.store
    const store = { store: subdomain, business_name: businessName, currency, time_zone: timeZone }
    return setPersonCookie(reply, done, context).send({
      ...shownPerson(done.person, done.session),
      store: { ...store, country: shippingCountry },
    })
  })

  async function logInAsPerson(request: FastifyRequest, reply: FastifyReply) {
    const context = contexts.get(request)
    const done = await logInPerson(context, request.body, logInPlaceOf(request, context)).finally(() =>
      setLimitHeaders(reply, context),
    )
    if ('challenge' in done) return reply.send({ second_factor: true, challenge: done.challenge })
    return setPersonCookie(reply, done, context).send(shownPerson(done.person, done.session))
  }

  app.post(SESSIONS_PATH, { onRequest: admit }, async (request, reply) => {
    if (isLogInOfPerson(request.body)) return logInAsPerson(request, reply)
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
      .send(shownSession(store, session, callerWithKey(session.ownerKey)))
  })

  const persons = perRequest<PersonContext>()
  const admitPerson = async (request: FastifyRequest, reply: FastifyReply) =>
    persons.set(request, await personContextOf(request, reply))

  app.post(CONFIRMATION_PATH, { onRequest: admitPerson }, async (request, reply) => {
    const context = persons.get(request)
    await confirmAgain(context, request.body).finally(() => setLimitHeaders(reply, context))
    return reply.status(204).send()
  })

  app.post(SECOND_FACTOR_PATH, { onRequest: admit }, async (request, reply) => {
    const context = contexts.get(request)
    const done = await completeLogIn(context, request.body, logInPlaceOf(request, context)).finally(() =>
      setLimitHeaders(reply, context),
    )
    return setPersonCookie(reply, done, context).send(shownPerson(done.person, done.session))
  })

  app.get(SESSIONS_PATH, { onRequest: admit }, async (request): Promise<SessionsAnswer> => {
    const { services, baseUrl } = contexts.get(request)
    const own = await findPersonSession(services, personTokenIn(request.headers, baseUrl))
    const asPerson = own ? await listStoresOf(services, own.person) : []
    const withKeys = await findSessions(services, sessionsIn(request.headers, baseUrl))
    const entered = new Set(asPerson.map(({ store }) => store.id))
    const sessions = [
      ...asPerson.flatMap(({ store, caller }) => (own ? [shownSession(store, own, caller)] : [])),
      ...withKeys.flatMap(({ store, session }) =>
        entered.has(store.id) ? [] : [shownSession(store, session, callerWithKey(session.ownerKey))],
      ),
    ]
    return {
      person: own && listedPerson(own.person, own, services.clock()),
      set_up: await isSetUp(services),
      sends_mails: services.mailer.isSetUp,
      sessions: sessions.toSorted((a, b) => (a.store < b.store ? -1 : 1)),
    }
  })

  app.delete<Everywhere>(SESSIONS_PATH, { onRequest: admit }, async (request, reply) => {
    const { services, baseUrl } = contexts.get(request)
    // Whether it has ended already or ends now.
    reply.header('Set-Cookie', deletedPersonCookie(baseUrl))
    const session = await findPersonSession(services, personTokenIn(request.headers, baseUrl))
    if (!session) throw sessionEnded()
    const which = request.query.everywhere === 'true' ? {} : { id: session.id }
    await endPersonSessions(services.db, session.personId, which)
    return reply.status(204).send()
  })

  app.delete<AtStore>(SESSION_PATH, async (request, reply) => {
    const { params, query, headers } = request
    const baseUrl = app.baseUrlOf(headers)
    const isEverywhere = query.everywhere === 'true'
    // Whether it has ended already or ends now. No other name has a cookie, nor belongs into a header.
    if (isSubdomain(params.subdomain)) reply.header('Set-Cookie', deletedCookie(params.subdomain, baseUrl))
    const context = await contextOf(request, reply)
    if (context.caller.kind === 'key') await endKeySession(context, isEverywhere)
    else {
      reply.removeHeader('Set-Cookie').header('Set-Cookie', deletedPersonCookie(baseUrl))
      const which = isEverywhere || context.sessionHash === null ? {} : { idHash: context.sessionHash }
      await endPersonSessions(context.services.db, context.caller.id, which)
    }
    return reply.status(204).send()
  })
}
