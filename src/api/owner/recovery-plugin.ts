import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { undoEmailChange } from '../../commerce/people/email-change/undo-email-change.ts'
import { askForPasswordLink, choosePassword } from '../../commerce/people/forgotten-password.ts'
import { count } from '../admission/admission.ts'
import type { Context } from '../context.ts'
import { perRequest } from '../http/per-request.ts'
import { setLimitHeaders } from '../http/response-headers.ts'

export const PASSWORD_LINKS_PATH = '/api/console/password-links'
export const PASSWORDS_PATH = '/api/console/passwords'
export const EMAIL_UNDO_PATH = '/api/console/email-undo'

interface RecoveryOptions {
  /** Null: of no store. */
  contextAt: (request: FastifyRequest, subdomain: string | null) => Promise<Context>
}

/** For who cannot log in. No answer reveals who there is, and none logs anybody in. */
export async function recoveryPlugin(app: FastifyInstance, { contextAt }: RecoveryOptions): Promise<void> {
  const contexts = perRequest<Context>()

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const context = await contextAt(request, null)
    contexts.set(request, context)
    await count(context, 'read').finally(() => setLimitHeaders(reply, context))
  }

  app.post(PASSWORD_LINKS_PATH, { onRequest: admit }, async (request, reply) => {
    const context = contexts.get(request)
    await askForPasswordLink(context, request.body).finally(() => setLimitHeaders(reply, context))
    return reply.status(202).send({})
  })

  app.post(PASSWORDS_PATH, { onRequest: admit }, async (request, reply) => {
    const context = contexts.get(request)
    await choosePassword(context, request.body).finally(() => setLimitHeaders(reply, context))
    return reply.status(204).send()
  })

  app.post(EMAIL_UNDO_PATH, { onRequest: admit }, async (request, reply) => {
    const context = contexts.get(request)
    await undoEmailChange(context, request.body).finally(() => setLimitHeaders(reply, context))
    return reply.status(204).send()
  })
}
