import { graphql } from '../../../generated/operations/index.ts'
import { plainMarkdown } from '../../../platform/text/markdown.ts'
import { breadcrumbs } from '../catalogue/structured.ts'
import { ownPagePath } from '../http/addresses.ts'
import { page } from '../http/page.ts'
import { useShop } from '../http/shop-view.ts'
import { Breadcrumbs } from '../views/breadcrumbs.tsx'

const LONGEST_DESCRIPTION = 160

/** A page of the owner, also for who has not given the store's password: an imprint has to be in reach. */
export const ownPage = page({
  path: '/shop/:subdomain/pages/:slug',
  operation: graphql(`query ShopOwnPage($slug: String!, $linkPrefix: String!, $seesCatalogue: Boolean!) {
    page(slug: $slug) { slug title html(linkPrefix: $linkPrefix) markdown }
    categories @include(if: $seesCatalogue) { ...ShopCategory }
    store { ...ShopStore }
  }`),
  variables: ({ params, prefix, seesCatalogue }) => ({ slug: params.slug, linkPrefix: prefix, seesCatalogue }),
  head({ page: { slug, title, markdown }, store }, _, shop) {
    const path = shop.at(ownPagePath(slug))
    const text = plainMarkdown(markdown)
    return {
      title,
      description: text.length > LONGEST_DESCRIPTION ? `${text.slice(0, LONGEST_DESCRIPTION - 1).trim()}…` : text,
      canonical: path,
      structured: [
        breadcrumbs(shop, [
          { name: store.appearance.name ?? store.name, path: shop.home },
          { name: title, path },
        ]),
      ],
    }
  },
  View({ data: { page } }) {
    return (
      <div class="wide page own">
        <Breadcrumbs steps={[]} here={page.title} />
        <article class="own-page">
          <h1 dir="auto">{page.title}</h1>
          <OwnText html={page.html} />
        </article>
      </div>
    )
  },
})

const tableStart = (number: number) => `<section class="wide-table" aria-label="Table ${number}" tabindex="0"><table>`

/** @param html of the API, in which only known elements are: who has no mouse scrolls wide tables with the keyboard */
export function OwnText({ html }: { html: string }) {
  const { origin } = useShop()
  let tables = 0
  const shown = html
    .replaceAll('<table>', () => {
      tables += 1
      return tableStart(tables)
    })
    .replaceAll('</table>', '</table></section>')
    // By their paths, so that the page works at each of the service's addresses.
    .replace(/ src(?:set)?="[^"]*"/g, (sources) => sources.replaceAll(`${origin}/media/`, '/media/'))
  // The API has made it of Markdown, in which HTML is text.
  return <div class="prose" dangerouslySetInnerHTML={{ __html: shown }} />
}
