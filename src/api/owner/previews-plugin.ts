import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mailNames } from '../../commerce/mails/mail-name.ts'
import { previewMail } from '../../commerce/mails/mail-templates.ts'
import { withMenu } from '../../commerce/menus/draft-menu.ts'
import { draftPage } from '../../commerce/pages/draft-page.ts'
import { withAppearance } from '../../commerce/stores/appearance.ts'
import { MenuPlace } from '../../commerce/stores/menu-entries.ts'
import type { Store } from '../../generated/prisma/client.ts'
import { Problem } from '../../platform/problem.ts'
import type { ShopPreview } from '../../web/shop/http/preview.ts'
import { checkScope, KeyScope } from '../admission/key-scopes.ts'
import type { Context, OwnerContext } from '../context.ts'
import { acceptForms } from '../http/form-body.ts'
import { perRequest } from '../http/per-request.ts'

export const PREVIEW_PATH = '/api/console/sites/:subdomain/preview'
export const PAGE_PREVIEW_PATH = '/api/console/sites/:subdomain/page-preview'
export const MAIL_PREVIEW_PATH = '/api/console/sites/:subdomain/mail-preview'

interface PreviewOptions {
  /** From the cookie; its errors are the answer. */
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<OwnerContext>
  draftContextOf: (request: FastifyRequest, store: Store) => Promise<Context>
  /** Null where there is no shop. */
  previewShop: ShopPreview | null
}

/** Mails have styles in their elements, and pictures of the store. */
const MAIL_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https: http:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

/** Null and undefined without a form. */
type Posted = { Body: Record<string, string | undefined> | null | undefined }

/** Pages for frames of the console: the shop and mails as they would be. Nothing is stored. */
export async function previewsPlugin(
  app: FastifyInstance,
  { contextOf, draftContextOf, previewShop }: PreviewOptions,
): Promise<void> {
  acceptForms(app)
  const contexts = perRequest<OwnerContext>()

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const context = await contextOf(request, reply)
    checkScope(context.caller, [KeyScope.SETTINGS, KeyScope.READ])
    contexts.set(request, context)
  }

  if (previewShop) {
    app.post<Posted>(PREVIEW_PATH, { onRequest: admit }, async (request, reply) => {
      const { store } = contexts.get(request)
      const { appearance, place, menu } = request.body ?? {}
      const draft =
        menu === undefined
          ? withAppearance(store, jsonIn('appearance', appearance))
          : withMenu(store, place === MenuPlace.FOOTER ? place : MenuPlace.HEADER, jsonIn('menu', menu))
      const { html, headers } = await previewShop(request, await draftContextOf(request, draft))
      return reply.headers(headers).type('text/html; charset=utf-8').send(html)
    })
  }

  if (previewShop) {
    app.post<Posted>(PAGE_PREVIEW_PATH, { onRequest: admit }, async (request, reply) => {
      const { store, services } = contexts.get(request)
      const { title, markdown } = request.body ?? {}
      const context = await draftContextOf(request, store)
      context.draftPage = draftPage({ title, markdown }, services.clock())
      const { html, headers } = await previewShop(request, context, context.draftPage.slug)
      return reply.headers(headers).type('text/html; charset=utf-8').send(html)
    })
  }

  app.post<Posted>(MAIL_PREVIEW_PATH, { onRequest: admit }, async (request, reply) => {
    const { name: wanted, subject, body } = request.body ?? {}
    const name = mailNames.find((known) => known === wanted)
    if (!name) throw new Problem('BAD_USER_INPUT', 'name: no such mail', { field: 'name' })
    const { html } = await previewMail(contexts.get(request), { name, subject, body })
    return reply.headers(MAIL_HEADERS).type('text/html; charset=utf-8').send(html)
  })
}

/** @throws Problem BAD_USER_INPUT */
function jsonIn(field: string, text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch (cause) {
    throw new Problem('BAD_USER_INPUT', `${field}: expected JSON`, { cause, field })
  }
}
