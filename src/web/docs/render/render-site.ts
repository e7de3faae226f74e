import { EXAMPLE_ADDRESS, type SiteFile, type SiteOptions } from '../site.ts'
import { assetOf, hashOf, renderAssets } from './assets.ts'
import { firstPage } from './first-page.ts'
import { graphqlPages } from './graphql-pages.ts'
import { guidePages } from './guides.ts'
import { layout } from './layout.ts'
import type { Page } from './page.ts'
import { restPages } from './rest-pages.ts'
import { searchIndex } from './search-index.ts'

export interface RenderedFile extends Omit<SiteFile, 'read'> {
  body: Buffer
}

/** The whole documentation. Takes a second, so it is done by the build (`scripts/bundle.ts`). */
export async function renderSite({ graphql }: SiteOptions): Promise<RenderedFile[]> {
  const [guides, rest, schemas, { assets, ...names }] = await Promise.all([
    guidePages({ graphql }),
    restPages(),
    graphql ? graphqlPages() : [],
    renderAssets(),
  ])
  const pages = [...guides, ...rest, ...schemas]
  const all: Page[] = [firstPage(pages, graphql), ...pages]
  const index = assetOf('search.json', Buffer.from(JSON.stringify(searchIndex(all))))
  const frame = { pages: all, assets: { ...names, index: index.path }, graphql }
  return [
    ...all.map((page): RenderedFile => {
      const body = Buffer.from(layout(page, frame))
      const namesAddress = body.includes(EXAMPLE_ADDRESS)
      const type = 'text/html; charset=utf-8'
      return { path: page.path, type, immutable: false, namesAddress, etag: hashOf(body), body }
    }),
    ...[...assets, index].map(
      (asset): RenderedFile => ({ ...asset, immutable: true, namesAddress: false, etag: hashOf(asset.body) }),
    ),
  ]
}
