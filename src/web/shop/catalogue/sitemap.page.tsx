import { graphql } from '../../../generated/operations/index.ts'
import { escapeHtml } from '../../../platform/text/text.ts'
import { categoryPath, ownPagePath, productPath } from '../http/addresses.ts'
import { textFile } from '../http/page.ts'

const XML = 'application/xml; charset=utf-8'
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const entry = (element: 'url' | 'sitemap', address: string, changed?: string): string =>
  `<${element}><loc>${escapeHtml(address)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</${element}>`

/** Names the parts; the first of them also has the pages that are no products. */
export const sitemap = textFile({
  path: '/shop/:subdomain/sitemap.xml',
  type: XML,
  operation: graphql(`query ShopSitemap { sitemap { parts } }`),
  variables: () => ({}),
  text({ sitemap: { parts } }, _, shop) {
    const addresses = Array.from({ length: parts }, (_, index) => `${shop.origin}${shop.at(`/sitemap/${index + 1}`)}`)
    return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${SCHEMA}">\n${addresses.map((address) => entry('sitemap', address)).join('\n')}\n</sitemapindex>\n`
  },
})

const partOf = (text: string): number => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0)

export const sitemapPart = textFile({
  path: '/shop/:subdomain/sitemap/:part',
  type: XML,
  operation: graphql(`query ShopSitemapPart($part: Int!) {
    sitemap(part: $part) { products { id slug updatedAt } }
    categories { name }
    pages { slug updatedAt }
  }`),
  variables: ({ params }) => ({ part: partOf(params.part) }),
  text({ sitemap: { products }, categories, pages }, { params }, shop) {
    const at = (path: string) => `${shop.origin}${shop.at(path)}`
    const isFirst = partOf(params.part) === 1
    const others = isFirst ? ['', ...categories.map(({ name }) => categoryPath(name))] : []
    const entries = [
      ...others.map((path) => entry('url', at(path))),
      ...(isFirst ? pages : []).map(({ slug, updatedAt }) => entry('url', at(ownPagePath(slug)), updatedAt)),
      ...products.map(({ id, slug, updatedAt }) => entry('url', at(productPath(slug || id)), updatedAt)),
    ]
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${SCHEMA}">\n${entries.join('\n')}\n</urlset>\n`
  },
})
