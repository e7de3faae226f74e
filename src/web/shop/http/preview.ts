import type { FastifyRequest } from 'fastify'
import { h } from 'preact'
import type { Context } from '../../../api/context.ts'
import { numberFormatOf } from '../../../shared/number-format.ts'
import { pages } from '../pages.ts'
import type { FrameData } from '../views/frame.tsx'
import { type RenderedPage, renderPage } from './document.tsx'
import { pageOperation } from './page-operation.ts'
import type { ShopOptions } from './serve-pages.ts'
import { viewOf } from './view-of.ts'

export type ShopPreview = (request: FastifyRequest, context: Context) => Promise<RenderedPage>

/** The home page of the context's store, which may be a draft: for a frame of the console, without scripts. */
export function createShopPreview(options: Pick<ShopOptions, 'schema' | 'operations' | 'assets'>): ShopPreview {
  const home = pages.find((page) => page.path === '/shop/:subdomain')
  if (!home || !('View' in home)) throw new Error('The shop has no home page')
  const operation = pageOperation(home.operation, options)
  return async (request, context) => {
    context.admitted = true
    const view = viewOf(request, context)
    const visit = { params: request.params, query: {}, numbers: numberFormatOf(view.currency, view.country) }
    const data = await operation.run(home.variables(visit), context)
    const frame = data as FrameData // `page()` requires it of each operation.
    return renderPage({
      ...{ view, frame, assets: options.assets(), isFramed: true },
      head: { ...home.head(data, visit, view), isIndexed: false, structured: [] },
      accent: frame.store?.appearance.accentColor ?? null,
      children: h(home.View, { data, visit }),
    })
  }
}
