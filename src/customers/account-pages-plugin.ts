import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { admit } from '../gateway/admission.ts'
import type { Context } from '../gateway/context.ts'
import { acceptForms } from '../http/form-body.ts'
import { setLimitHeaders } from '../http/limit-headers.ts'
import { answerOtherMethods } from '../http/method-not-allowed.ts'
import { sendPage } from '../http/page.ts'
import { refusalOf } from '../http/refusal.ts'
import type { AccountPage } from './account-links.ts'
import { accountDone, accountForm } from './account-page.ts'
import { confirmEmail } from './confirm-email.ts'
import { resetPassword } from './forgotten-password.ts'

export interface AccountPagesOptions {
  contextOf: (request: FastifyRequest) => Promise<Context>
}

const useCases = { 'reset-password': resetPassword, 'confirm-email': confirmEmail } as const satisfies Record<
  AccountPage,
  (context: Context, input: unknown) => Promise<true>
>

const pathOf = (page: AccountPage) => `/account/:subdomain/${page}`

/**
 * Serves the pages that links in mails lead to, for stores that have no site of their own. Opening one changes nothing,
 * as programs that look through mails open links, too: the form that it shows does.
 */
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
    await admit(context, { limit }).finally(() => setLimitHeaders(reply, context))
  }
  const contextIn = (request: FastifyRequest): Context => {
    const context = contexts.get(request)
    if (!context) throw new Error('A page was asked for without its context')
    return context
  }

  app.get<{ Querystring: { code?: unknown } }>(
    pathOf(page),
    { onRequest: admitting('read') },
    async (request, reply) => {
      const { code } = request.query
      const storeName = contextIn(request).store.businessName
      return sendPage(reply, accountForm(page, { storeName, code: typeof code === 'string' ? code : '' }))
    },
  )

  app.post(pathOf(page), { onRequest: admitting('account') }, async (request, reply) => {
    const context = contextIn(request)
    const storeName = context.store.businessName
    try {
      await useCases[page](context, request.body)
      return sendPage(reply, accountDone(page, storeName))
    } catch (error) {
      const { status, message, retryAfter } = refusalOf(error, request.log)
      if (retryAfter !== undefined) reply.header('Retry-After', retryAfter)
      const form = accountForm(page, { storeName, code: codeIn(request.body), mistake: message })
      return sendPage(reply.status(status), form)
    }
  })
}

const codeIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' ? body.code : ''
