import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lastEndOf } from '../../commerce/owners/session-lifetime.ts'
import { acceptInvitation } from '../../commerce/people/members/accept-invitation.ts'
import { lookUpInvitation } from '../../commerce/people/members/open-invitation.ts'
import type { Context } from '../context.ts'
import { setLimitHeaders } from '../http/response-headers.ts'
import { logInPlaceOf } from './log-in-place.ts'
import { personCookie, personTokenIn } from './session-cookies.ts'

const FOLDER = '/api/console/invitations'
export const LOOK_UP_PATH = `${FOLDER}/look-up`
export const ACCEPT_PATH = `${FOLDER}/accept`

interface InvitationsOptions {
  contextAt: (request: FastifyRequest, subdomain: null) => Promise<Context>
}

/** What somebody who is invited sends. The token is in the body, never in an address. */
export async function invitationsPlugin(app: FastifyInstance, { contextAt }: InvitationsOptions): Promise<void> {
  async function counted<Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    use: (context: Context) => Promise<Result>,
  ): Promise<Result> {
    const context = await contextAt(request, null)
    return use(context).finally(() => setLimitHeaders(reply, context))
  }

  app.post(LOOK_UP_PATH, (request, reply) =>
    counted(request, reply, (context) =>
      lookUpInvitation(context, request.body, personTokenIn(request.headers, context.baseUrl)),
    ),
  )

  app.post(ACCEPT_PATH, (request, reply) =>
    counted(request, reply, async (context) => {
      const { baseUrl } = context
      const { person, store, opened } = await acceptInvitation(context, request.body, logInPlaceOf(request, context))
      if (opened) {
        reply.status(201).header('Set-Cookie', personCookie(opened.token, lastEndOf(opened.session), baseUrl))
      }
      const { id, email, name } = person
      return {
        person: { id, email, name },
        store: store && { store: store.subdomain, business_name: store.businessName },
      }
    }),
  )
}
