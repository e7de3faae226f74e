import type { FastifyRequest } from 'fastify'
import { h } from 'preact'
import type { Context } from '../../../api/context.ts'
import { pages } from '../pages.ts'
import type { FrameData } from '../views/frame.tsx'
import { type RenderedPage, renderPage } from './document.tsx'
import { pageOperation } from './page-operation.ts'
import type { ShopOptions } from './serve-pages.ts'
import { viewOf } from './view-of.ts'

/** @param slug of the context's draft page; null for the home page */
export type ShopPreview = (request: FastifyRequest, context: Context, slug?: string | null) => Promise<RenderedPage>

/** Pages of the context's store, which may be a draft: for a frame of the console, without scripts. */
export function createShopPreview(options: Pick<ShopOptions, 'schema' | 'operations' | 'assets'>): ShopPreview {
  const [home, ownPage] = ['/shop/:subdomain', '/shop/:subdomain/pages/:slug'].map((path) => {
    const page = pages.find((one) => one.path === path)
    if (!page || !('View' in page)) throw new Error(`The shop has no page ${path}`)
    return { page, operation: pageOperation(page.operation, options) }
  })
  return async (request, context, slug = null) => {
    const shown = slug === null ? home : ownPage
    if (!shown) throw new Error('There is nothing to preview')
    const { page, operation } = shown
    context.admitted = true
    const view = viewOf(request, context)
    const visit = {
      params: { ...(request.params as object), slug },
      ...{ query: {}, numbers: view.numbers, prefix: view.prefix, seesCatalogue: true },
    }
    const data = await operation.run(page.variables(visit), context)
    const frame = data as FrameData // `page()` requires it of each operation.
    return renderPage({
      ...{ view, frame, assets: options.assets(), isFramed: true },
      head: { ...page.head(data, visit, view), isIndexed: false, structured: [] },
      accent: frame.store?.appearance.accentColor ?? null,
      children: h(page.View, { data, visit }),
    })
  }
}
