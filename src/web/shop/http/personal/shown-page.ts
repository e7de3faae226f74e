import type { FastifyReply, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { mayBrowse } from '../../../../api/admission/admission.ts'
import type { Context } from '../../../../api/context.ts'
import { errorHeaders, type Refusal } from '../../../../api/http/refusal.ts'
import { PERSONAL_HEADERS, setLimitHeaders } from '../../../../api/http/response-headers.ts'
import type { FrameData } from '../../views/frame.tsx'
import { renderFragment, renderPage } from '../document.tsx'
import { type PageOperation, pageOperation } from '../page-operation.ts'
import type { ShopOptions } from '../serve-pages.ts'
import { shownPreview, viewOf } from '../view-of.ts'
import { cookieHeader } from './cookies.ts'
import { forgetting } from './lost.ts'
import type { Fields, PersonalFile, PersonalPage } from './personal-page.ts'
import { openTyped } from './typed.ts'
import { type Visitor, type VisitorChange, type VisitorTokens, visitorCookies } from './visitor.ts'

export interface Asking {
  context: Context
  visitor: Visitor
  tokens: VisitorTokens
}

interface Answering extends Asking {
  fields?: Fields
  refusal?: Refusal | null
}

/** A personal page, asked for or shown again after a form. */
export class ShownPage {
  readonly page: PersonalPage
  readonly operation: PageOperation
  readonly #options: ShopOptions

  constructor(page: PersonalPage, options: ShopOptions) {
    this.page = page
    this.#options = options
    this.operation = pageOperation(page.operation, options)
  }

  /** @throws Problem */
  async show(request: FastifyRequest, reply: FastifyReply, answering: Answering): Promise<FastifyReply> {
    const { page, operation } = this
    const { context, visitor, refusal = null } = answering
    if (page.needsCustomer && !visitor.isLoggedIn) return sendToLogIn(request, reply, context)
    const seesCatalogue = await mayBrowse(context)
    const { country: home } = viewOf(request, context)
    const kept = page.showsTyped && !answering.fields ? openTyped(context, visitor.cartId, visitor.typed) : null
    const visit = {
      ...{ params: request.params, query: page.query.parse(request.query), visitor, home, refusal },
      ...{ fields: answering.fields ?? kept ?? {}, areKept: kept !== null },
      seesCatalogue,
    }
    const other = page.redirect?.(visit) ?? null
    if (other !== null)
      return reply.header('Cache-Control', 'no-store').redirect(viewOf(request, context).at(other), 303)
    try {
      const data = await operation.run(page.variables(visit), context)
      operation.meter.answered += 1
      if (page.file) return sendFile(reply, context, page.file(data))
      const preview = await shownPreview(context, answering.tokens.preview)
      const view = viewOf(request, context, { sells: seesCatalogue, preview })
      const children = h(page.View, { data, visit })
      const frame: FrameData = data
      const { html, headers } = page.isFragment
        ? renderFragment(view, children)
        : renderPage({
            ...{ view, frame, children, assets: this.#options.assets(), isBuying: page.isBuying === true },
            accent: frame.store?.appearance.accentColor ?? null,
            head: {
              ...{ title: page.title(data, visit), description: page.description ?? '' },
              canonical: view.at(page.path.replace('/shop/:subdomain', '')),
              isIndexed: page.description !== undefined && !refusal,
              widgetHosts: page.widgetHosts?.(data, visit) ?? [],
            },
          })
      setLimitHeaders(reply, context)
      if (refusal?.retryAfter !== undefined) reply.header('Retry-After', refusal.retryAfter)
      return reply
        .status(refusal?.status ?? 200)
        .headers({ ...headers, 'Cache-Control': 'no-store', ...(refusal && errorHeaders(refusal)) })
        .type('text/html; charset=utf-8')
        .send(html)
    } catch (error) {
      const less = forgetting(error, answering)
      if (!less) throw error
      remember(reply, context, visitor, less.change)
      const again = await this.#options.contextOf(request, less.tokens)
      again.admitted = true
      return this.show(request, reply, { ...answering, ...less, context: again })
    }
  }
}

function sendFile(reply: FastifyReply, context: Context, { name, type, text }: PersonalFile): FastifyReply {
  setLimitHeaders(reply, context)
  return reply
    .headers({ ...PERSONAL_HEADERS, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(text)
}

/** Adds to the cookies that the answer sets already. */
export function remember(
  reply: FastifyReply,
  { store, baseUrl }: Context,
  visitor: Visitor,
  change: VisitorChange,
): void {
  for (const cookie of visitorCookies(change, visitor))
    reply.header('Set-Cookie', cookieHeader(cookie, store.subdomain, baseUrl))
}

/** From there back to this page, or to the one whose form was sent. */
export function sendToLogIn(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  carried: Record<string, string> = {},
): FastifyReply {
  const { prefix, at } = viewOf(request, context)
  const path = request.method === 'GET' ? request.originalUrl : pathOfReferer(request, context)
  const next = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : ''
  return reply.header('Cache-Control', 'no-store').redirect(at('/log-in', { next, ...carried }), 303)
}

/** Of a page of this service; empty for any other. */
export function pathOfReferer({ headers: { referer } }: FastifyRequest, { baseUrl }: Context): string {
  if (!referer || !URL.canParse(referer)) return ''
  const { origin, pathname, search } = new URL(referer)
  return origin === baseUrl ? pathname + search : ''
}
