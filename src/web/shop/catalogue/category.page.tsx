import { graphql } from '../../../generated/operations/index.ts'
import { categoryPath } from '../http/addresses.ts'
import { notFound, page } from '../http/page.ts'
import { filtersOf, listQuery, listVariables } from './filters.ts'
import { ProductList } from './product-list.tsx'
import { breadcrumbs } from './structured.ts'

export const category = page({
  path: '/shop/:subdomain/c/:category',
  operation:
    graphql(`query ShopCategoryPage($search: String, $category: String, $filter: ProductFilter, $sort: ProductSort, $first: Int, $after: String) {
    products(search: $search, category: $category, filter: $filter, sort: $sort, first: $first, after: $after) {
      ...ShopList
    }
    categories { ...ShopTile }
    store { ...ShopStore }
  }`),
  query: listQuery,
  variables: ({ params, query, numbers }) => listVariables(filtersOf(query, numbers), params.category),
  head({ categories, store, products }, { params, query }, shop) {
    const name = nameOf(params.category, categories)
    // An empty list because of the filters is a page; a name that no product has is none.
    if (products.total === 0 && !categories.some((other) => other.name === name)) throw notFound()
    const path = shop.at(categoryPath(name))
    return {
      title: name,
      description: `${products.total} products of ${store.appearance.name ?? store.name} in ${name}.`,
      canonical: path,
      picture: categories.find((other) => other.name === name)?.picture ?? null,
      isIndexed: products.total > 0 && !query.after,
      structured: [
        breadcrumbs(shop, [
          { name: store.appearance.name ?? store.name, path: shop.home },
          { name, path },
        ]),
      ],
    }
  },
  View({ data: { products, categories }, visit: { params, query, numbers } }) {
    const name = nameOf(params.category, categories)
    return (
      <ProductList
        title={name}
        path={categoryPath(name)}
        list={products}
        filters={filtersOf(query, numbers)}
        categories={categories}
        category={name}
      />
    )
  },
})

/** As the store spells it: addresses ignore case. */
const nameOf = (asked: string, categories: readonly { name: string }[]): string =>
  categories.find(({ name }) => name.toLowerCase() === asked.toLowerCase())?.name ?? asked
