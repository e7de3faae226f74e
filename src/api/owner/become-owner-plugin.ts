import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endOf, lastEndOf } from '../../commerce/owners/session-lifetime.ts'
import { becomeOwner } from '../../commerce/people/members/become-owner.ts'
import type { OwnerContext } from '../context.ts'
import { perRequest } from '../http/per-request.ts'
import { setLimitHeaders } from '../http/response-headers.ts'
import { logInPlaceOf } from './log-in-place.ts'
import { personCookie } from './session-cookies.ts'

export const OWNER_PATH = '/api/console/sites/:subdomain/owner'

interface BecomeOwnerOptions {
  /** From the cookies; its errors are the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
}

/** For stores from before there were persons: who has the session of a key becomes one. */
export async function becomeOwnerPlugin(app: FastifyInstance, { contextOf }: BecomeOwnerOptions): Promise<void> {
  const contexts = perRequest<OwnerContext>()
  const admit = async (request: FastifyRequest, reply: FastifyReply) =>
    contexts.set(request, await contextOf(request, reply))

  app.post(OWNER_PATH, { onRequest: admit }, async (request, reply) => {
    const context = contexts.get(request)
    const place = logInPlaceOf(request, context)
    const { person, opened } = await becomeOwner(context, request.body, place).finally(() =>
      setLimitHeaders(reply, context),
    )
    const { id, email, name } = person
    reply.status(201)
    if (opened) reply.header('Set-Cookie', personCookie(opened.token, lastEndOf(opened.session), context.baseUrl))
    return { person: { id, email, name }, ...(opened && { expires_at: endOf(opened.session) }) }
  })
}
