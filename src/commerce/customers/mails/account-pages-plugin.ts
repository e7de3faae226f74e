import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../../../api/admission/admission.ts'
import { isServed } from '../../../api/admission/served-store.ts'
import type { Context } from '../../../api/context.ts'
import { acceptForms } from '../../../api/http/form-body.ts'
import { answerOtherMethods } from '../../../api/http/method-not-allowed.ts'
import { sendPage } from '../../../api/http/pages/page.ts'
import { perRequest } from '../../../api/http/per-request.ts'
import { errorHeaders, refusalOf } from '../../../api/http/refusal.ts'
import { setLimitHeaders } from '../../../api/http/response-headers.ts'
import { confirmEmail } from '../account/confirm-email.ts'
import { resetPassword } from '../account/forgotten-password.ts'
import { accountDone, accountForm } from './account-page.ts'
import type { AccountPage } from './send-account-mail.ts'

export interface AccountPagesOptions {
  contextOf: (request: FastifyRequest) => Promise<Context>
  /** What the addresses of a store's shop begin with; null where shops are switched off. */
  shopAt: (subdomain: string, headers: FastifyRequest['headers']) => string | null
}

const useCases = { 'reset-password': resetPassword, 'confirm-email': confirmEmail } as const satisfies Record<
  AccountPage,
  (context: Context, input: unknown) => Promise<true>
>

const pathOf = (page: AccountPage) => `/account/:subdomain/${page}`

/** Opening a page changes nothing, because mail scanners open links; its form does. */
export async function accountPagesPlugin(app: FastifyInstance, options: AccountPagesOptions): Promise<void> {
  acceptForms(app)
  const pages = Object.keys(useCases) as AccountPage[] // the keys of the table above
  for (const page of pages) servePage(app, page, options)
  answerOtherMethods(app, pages.map(pathOf))
}

function servePage(app: FastifyInstance, page: AccountPage, { contextOf, shopAt }: AccountPagesOptions): void {
  const contexts = perRequest<Context>()
  const admitting = (limit: 'read' | 'account') => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store')
    const context = await contextOf(request)
    contexts.set(request, context)
    try {
      await admit(context, { limit })
    } catch (error) {
      if (!isServed(context.foundStore)) throw error
      return sendRefusedForm(request, reply, context, error)
    } finally {
      setLimitHeaders(reply, context)
    }
  }
  function sendRefusedForm(request: FastifyRequest, reply: FastifyReply, { store }: Context, error: unknown) {
    const refusal = refusalOf(error, request.log)
    const { status, message, retryAfter } = refusal
    if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
    reply.headers(errorHeaders(refusal))
    const code = codeIn(request.body) || codeIn(request.query)
    return sendPage(reply.status(status), accountForm(page, { storeName: store.businessName, code, mistake: message }))
  }

  app.get(pathOf(page), { onRequest: admitting('read') }, async (request, reply) => {
    const storeName = contexts.get(request).store.businessName
    return sendPage(reply, accountForm(page, { storeName, code: codeIn(request.query) }))
  })

  // After the body is read, so that a refused form keeps its code.
  app.post(pathOf(page), { preHandler: admitting('account') }, async (request, reply) => {
    const context = contexts.get(request)
    const { businessName, subdomain, shopEnabled } = context.store
    try {
      await useCases[page](context, request.body)
      return sendPage(reply, accountDone(page, businessName, shopEnabled ? shopAt(subdomain, request.headers) : null))
    } catch (error) {
      return sendRefusedForm(request, reply, context, error)
    }
  })
}

const codeIn = (given: unknown): string =>
  typeof given === 'object' && given !== null && 'code' in given && typeof given.code === 'string' ? given.code : ''
