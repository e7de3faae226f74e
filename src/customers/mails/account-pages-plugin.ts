import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../../admission/admission.ts'
import type { Context } from '../../graphql/context.ts'
import { acceptForms } from '../../http/form-body.ts'
import { answerOtherMethods } from '../../http/method-not-allowed.ts'
import { sendPage } from '../../http/pages/page.ts'
import { refusalOf } from '../../http/refusal.ts'
import { setLimitHeaders } from '../../http/response-headers.ts'
import { confirmEmail } from '../account/confirm-email.ts'
import { resetPassword } from '../account/forgotten-password.ts'
import { accountDone, accountForm } from './account-page.ts'
import type { AccountPage } from './send-account-mail.ts'

export interface AccountPagesOptions {
  contextOf: (request: FastifyRequest) => Promise<Context>
}

const useCases = { 'reset-password': resetPassword, 'confirm-email': confirmEmail } as const satisfies Record<
  AccountPage,
  (context: Context, input: unknown) => Promise<true>
>

const pathOf = (page: AccountPage) => `/account/:subdomain/${page}`

/** Opening a page changes nothing, because mail scanners open links; its form does. */
export async function accountPagesPlugin(app: FastifyInstance, { contextOf }: AccountPagesOptions): Promise<void> {
  acceptForms(app)
  const pages = Object.keys(useCases) as AccountPage[] // the keys of the table above
  for (const page of pages) servePage(app, page, contextOf)
  answerOtherMethods(app, pages.map(pathOf))
}

function servePage(app: FastifyInstance, page: AccountPage, contextOf: AccountPagesOptions['contextOf']): void {
  const contexts = new WeakMap<FastifyRequest, Context>()
  const admitting = (limit: 'read' | 'account') => async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Cache-Control', 'no-store')
    const context = await contextOf(request)
    contexts.set(request, context)
    try {
      await admit(context, { limit })
    } catch (error) {
      if (!context.foundStore?.active) throw error
      return sendRefusedForm(request, reply, context, error)
    } finally {
      setLimitHeaders(reply, context)
    }
  }
  function sendRefusedForm(request: FastifyRequest, reply: FastifyReply, { store }: Context, error: unknown) {
    const refusal = refusalOf(error, request.log)
    const { status, message, retryAfter } = refusal
    if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
    reply.header('Error-Code', refusal.code)
    const code = codeIn(request.body) || codeIn(request.query)
    return sendPage(reply.status(status), accountForm(page, { storeName: store.businessName, code, mistake: message }))
  }
  const contextIn = (request: FastifyRequest): Context => {
    const context = contexts.get(request)
    if (!context) throw new Error('A page was asked for without its context')
    return context
  }

  app.get(pathOf(page), { onRequest: admitting('read') }, async (request, reply) => {
    const storeName = contextIn(request).store.businessName
    return sendPage(reply, accountForm(page, { storeName, code: codeIn(request.query) }))
  })

  // After the body is read, so that a refused form keeps its code.
  app.post(pathOf(page), { preHandler: admitting('account') }, async (request, reply) => {
    const context = contextIn(request)
    try {
      await useCases[page](context, request.body)
      return sendPage(reply, accountDone(page, context.store.businessName))
    } catch (error) {
      return sendRefusedForm(request, reply, context, error)
    }
  })
}

const codeIn = (given: unknown): string =>
  typeof given === 'object' && given !== null && 'code' in given && typeof given.code === 'string' ? given.code : ''
