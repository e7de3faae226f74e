import type { FastifyReply, FastifyRequest } from 'fastify'
import { h } from 'preact'
import { count, isForEverybody, mayBrowse } from '../../../api/admission/admission.ts'
import type { Context } from '../../../api/context.ts'
import { Moved, sendMoved } from '../../../api/http/moved.ts'
import { SECURITY_HEADERS, setLimitHeaders } from '../../../api/http/response-headers.ts'
import { type CachedResponse, responseKey } from '../../../api/response-cache/cache.ts'
import { sendPublic } from '../../../api/response-cache/write.ts'
import type { ProblemCode } from '../../../platform/problem.ts'
import type { FrameData } from '../views/frame.tsx'
import { type RenderedPage, renderPage } from './document.tsx'
import type { Page } from './page.ts'
import { type PageOperation, pageOperation } from './page-operation.ts'
import type { ShopOptions } from './serve-pages.ts'
import { shownPreview, viewOf } from './view-of.ts'

const typeOf = (page: Page): string => ('text' in page ? page.type : 'text/html; charset=utf-8')

/** One page. Its methods stand in the order in which a request meets them. */
export class PageEndpoint {
  readonly #page: Page
  readonly #options: ShopOptions
  readonly #operation: PageOperation
  readonly #contexts = new WeakMap<FastifyRequest, Context>()

  constructor(page: Page, options: ShopOptions) {
    this.#page = page
    this.#options = options
    this.#operation = pageOperation(page.operation, options)
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { tokens } = this.#options.visitorOf(request)
    // What all visitors are shown must not depend on who asks.
    const context = await this.#options.contextOf(request, { ...tokens, customer: undefined })
    this.#contexts.set(request, context)
    await this.#operation.admit(context, reply)
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const context = this.#contexts.get(request)
    if (!context) throw new Error('A page was made without its context')
    const own: { page?: RenderedPage | Moved } = {}
    const isPrivate = !isForEverybody(context)
    const response = isPrivate ? null : await this.#publicResponse(request, context, own)
    const { meter } = this.#operation
    if (response) {
      meter.answered += 1
      return sendPublic(request, reply, response)
    }
    const page = own.page ?? (await this.#render(request, context))
    meter.answered += 1
    if (page instanceof Moved) return sendMoved(request, reply, page, { isPrivate })
    const { html, headers } = page
    return reply
      .headers({ ...headers, 'Cache-Control': 'no-store', ...(isPrivate && { 'X-Robots-Tag': 'noindex' }) })
      .type(typeOf(this.#page))
      .send(html)
  }

  /** Made when none is cached; null when it is not to be cached, and then left in `own`. */
  async #publicResponse(
    request: FastifyRequest,
    context: Context,
    own: { page?: RenderedPage | Moved },
  ): Promise<CachedResponse | null> {
    const { cache } = this.#options
    const { store, contentVersion, audience, charges, baseUrl } = context
    if (!cache || contentVersion === null) return null
    let isMade = false
    const response = await cache.getOrMake(
      { id: store.id, contentVersion },
      responseKey(baseUrl, request.url),
      async () => {
        isMade = true
        const page = await this.#render(request, context)
        if (audience.isPrivate || page instanceof Moved) {
          own.page = page
          return null
        }
        return {
          route: this.#page.path,
          type: typeOf(this.#page),
          vary: 'Accept-Encoding',
          bytes: Buffer.from(page.html),
          headers: page.headers,
          isVolatile: audience.isVolatile,
          charges: [...charges],
          counted: [this.#operation.meter],
        }
      },
    )
    if (response && !isMade) await this.#countCached(context, response)
    return response
  }

  /** What has been made for another visitor counts as much, of which admission has counted one. @throws Problem */
  async #countCached(context: Context, { charges }: CachedResponse): Promise<void> {
    for (const { limit, units } of charges) {
      const left = limit === this.#operation.rule.limit ? units - 1 : units
      if (left > 0) await count(context, limit, left)
    }
  }

  async #render(request: FastifyRequest, context: Context): Promise<RenderedPage | Moved> {
    const page = this.#page
    const seesCatalogue = await mayBrowse(context)
    const { tokens } = this.#options.visitorOf(request)
    const view = viewOf(request, context, {
      sells: seesCatalogue,
      preview: await shownPreview(context, tokens.preview),
    })
    const visit = {
      ...{ params: request.params, query: page.query.parse(request.query), numbers: view.numbers, prefix: view.prefix },
      seesCatalogue,
    }
    const data = await this.#operation.run(page.variables(visit), context)
    const frame = data as FrameData // `page()` requires it of each operation.
    if ('text' in page) return { html: page.text(data, visit, view), headers: SECURITY_HEADERS }
    const moved = page.movedTo?.(data, visit) ?? null
    if (moved !== null) return new Moved(view.at(moved))
    return renderPage({
      view,
      assets: this.#options.assets(),
      head: page.head(data, visit, view),
      frame,
      accent: frame.store?.appearance.accentColor ?? null,
      children: h(page.View, { data, visit }),
    })
  }

  /** For charges since admission. */
  addLimitHeaders(request: FastifyRequest, reply: FastifyReply): void {
    const context = this.#contexts.get(request)
    if (context) setLimitHeaders(reply, context)
  }

  get isPage(): boolean {
    return 'View' in this.#page
  }

  noteFailure = (code: ProblemCode): void => this.#operation.meter.failed(code)
}
