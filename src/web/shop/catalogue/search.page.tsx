import { graphql } from '../../../generated/operations/index.ts'
import { page } from '../http/page.ts'
import { filtersOf, listQuery, listVariables } from './filters.ts'
import { ProductList } from './product-list.tsx'

export const search = page({
  path: '/shop/:subdomain/search',
  operation:
    graphql(`query ShopSearch($search: String, $category: String, $filter: ProductFilter, $sort: ProductSort, $first: Int, $after: String) {
    products(search: $search, category: $category, filter: $filter, sort: $sort, first: $first, after: $after) {
      ...ShopList
    }
    categories { ...ShopTile }
    store { ...ShopStore }
  }`),
  query: listQuery,
  variables: ({ query, numbers }) => listVariables(filtersOf(query, numbers), null),
  head: (_, { query }, shop) => ({
    title: query.q ? `Results for “${query.q}”` : 'All products',
    description: 'All products, to be filtered and sorted.',
    canonical: shop.at('/search'),
    // Endless combinations of words and filters.
    isIndexed: query.q === '' && !query.after,
  }),
  View({ data: { products, categories }, visit: { query, numbers } }) {
    const filters = filtersOf(query, numbers)
    return (
      <ProductList
        title={filters.q ? <>Results for “{filters.q}”</> : 'All products'}
        path="/search"
        list={products}
        filters={filters}
        categories={categories}
      />
    )
  },
})
