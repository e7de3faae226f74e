import type { ComponentChildren } from 'preact'
import type { ShopListFragment, ShopTileFragment } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { useShop } from '../http/shop-view.ts'
import { Breadcrumbs } from '../views/breadcrumbs.tsx'
import { CategoryTiles } from '../views/category-tiles.tsx'
import { useMoney } from '../views/formats.ts'
import { ProductGrid } from '../views/product-card.tsx'
import { countOf, FilterForm } from './filter-form.tsx'
import { chosenFilters, type Filters, parametersOf } from './filters.ts'

graphql(`fragment ShopList on ProductConnection {
  total
  nodes { ...ShopCard }
  pageInfo { hasNextPage endCursor }
  facets {
    category { value count }
    brand { value count }
    price { min max count }
    options { name values { value count } }
    availability { value count }
  }
}`)

interface Props {
  title: ComponentChildren
  /** Below the shop's home. */
  path: string
  list: ShopListFragment
  filters: Filters
  categories: readonly ShopTileFragment[]
  /** Of a page that shows nothing else. */
  category?: string
}

export function ProductList({ title, path, list, filters, categories, category }: Props) {
  const money = useMoney()
  const shop = useShop()
  const { total, nodes, pageInfo } = list
  const chosen = chosenFilters(filters, (amount) => money(amount, shop.currency))
  const hasFilters = total > 0 || chosen.length > 0
  return (
    <div id="list" data-island="choices">
      <div class="wide list-head">
        <Breadcrumbs steps={[]} here={category ?? 'Products'} />
        <h1 dir="auto">{title}</h1>
        <p class="quiet-text" data-said tabindex={-1}>
          {total === 0 ? 'Nothing found' : countOf(total)}
        </p>
      </div>
      <div class={hasFilters ? 'wide list' : 'wide'}>
        {hasFilters && (
          <FilterForm path={path} facets={list.facets} filters={filters} category={category} total={total} />
        )}
        <div>
          {chosen.length > 0 && (
            <ul class="chips" aria-label="Chosen filters">
              {chosen.map(({ text, rest }) => (
                <li>
                  <a href={shop.at(path, parametersOf(rest))}>
                    <span class="unseen">Without </span>
                    <span dir="auto">{text}</span> <span aria-hidden="true">×</span>
                  </a>
                </li>
              ))}
              <li>
                <a class="clear" href={shop.at(path, { q: filters.q })}>
                  Clear all
                </a>
              </li>
            </ul>
          )}
          {total === 0 ? (
            <NothingFound filters={filters} isFiltered={chosen.length > 0} path={path} />
          ) : (
            <ProductGrid products={nodes} first={4} level="h2" />
          )}
          {(filters.after || pageInfo.hasNextPage) && (
            <nav class="pages" aria-label="Pages" data-whole>
              {filters.after && (
                <a class="button plain" href={shop.at(path, parametersOf({ ...filters, after: '' }))}>
                  First page
                </a>
              )}
              {pageInfo.hasNextPage && (
                <a
                  class="button"
                  rel="next"
                  href={shop.at(path, parametersOf({ ...filters, after: pageInfo.endCursor ?? '' }))}
                >
                  Next page
                </a>
              )}
            </nav>
          )}
        </div>
      </div>
      {total === 0 && <CategoryTiles categories={categories} title="Look around" />}
    </div>
  )
}

function NothingFound({ filters, isFiltered, path }: { filters: Filters; isFiltered: boolean; path: string }) {
  const shop = useShop()
  return (
    <div class="nothing">
      <p>
        {isFiltered
          ? 'No product meets all of the chosen filters.'
          : 'No product has these words. Fewer words, or the name of a category, find more.'}
      </p>
      <p>
        <a class="button" href={isFiltered ? shop.at(path, { q: filters.q }) : shop.at('/search')}>
          {isFiltered ? 'Clear the filters' : 'See all products'}
        </a>
      </p>
    </div>
  )
}
