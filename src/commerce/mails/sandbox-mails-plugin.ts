import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../../api/admission/admission.ts'
import type { Context } from '../../api/context.ts'
import { answerOtherMethods } from '../../api/http/method-not-allowed.ts'
import { sendPage } from '../../api/http/pages/page.ts'
import { setLimitHeaders } from '../../api/http/response-headers.ts'
import { Problem } from '../../platform/problem.ts'
import { escapeHtml } from '../../platform/text/text.ts'
import { findSandboxMail, listSandboxMails, THIS_SERVICE, takesPlayMoney } from './sandbox-mails.ts'
import { sandboxMailPage, sandboxMailsPage } from './sandbox-mails-page.ts'

export interface SandboxMailsOptions {
  /** Of the default store where the path names none. */
  contextOf: (request: FastifyRequest) => Promise<Context>
}

const LIST = '/sandbox/mails'
const STORE_LIST = `${LIST}/:subdomain`
const ONE = `${STORE_LIST}/:id`

/** For the demo alone: everybody may see what a store that takes play money would have mailed. */
export async function sandboxMailsPlugin(app: FastifyInstance, { contextOf }: SandboxMailsOptions): Promise<void> {
  /** @throws Problem NOT_FOUND when the store takes real money; STORE_NOT_FOUND, RATE_LIMITED */
  async function open(request: FastifyRequest, reply: FastifyReply): Promise<Context> {
    reply.header('Cache-Control', 'no-store')
    const context = await contextOf(request)
    await admit(context, { limit: 'read' }).finally(() => setLimitHeaders(reply, context))
    if (!(await takesPlayMoney(context.services, context.store.id)))
      throw new Problem('NOT_FOUND', 'Not found', { reason: 'PATH_NOT_FOUND' })
    return context
  }

  for (const path of [LIST, STORE_LIST]) {
    app.get(path, async (request, reply) => {
      const { services, store, baseUrl } = await open(request, reply)
      const found = await listSandboxMails(services, store.id)
      const mails = found.map((mail) => ({ ...mail, text: mail.text.replaceAll(THIS_SERVICE, baseUrl) }))
      return sendPage(reply, sandboxMailsPage(store, mails, relativePath(request, store.subdomain)))
    })
  }

  app.get<{ Params: { id: string } }>(ONE, async (request, reply) => {
    const { services, store, baseUrl } = await open(request, reply)
    const html = await findSandboxMail(services, store.id, request.params.id)
    if (html === null) throw new Problem('NOT_FOUND', 'Not found', { reason: 'PATH_NOT_FOUND' })
    return sendPage(reply, sandboxMailPage(html.replaceAll(THIS_SERVICE, escapeHtml(baseUrl))))
  })

  answerOtherMethods(app, [LIST, STORE_LIST, ONE])
}

/** Relative to the page that lists them, so that links work behind a path prefix. */
const relativePath = ({ params }: FastifyRequest, subdomain: string): string =>
  typeof params === 'object' && params !== null && 'subdomain' in params ? subdomain : `mails/${subdomain}`
