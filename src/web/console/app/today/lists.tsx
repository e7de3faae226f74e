import { Link } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import { LowStockDocument, SearchMissesDocument, TopProductsDocument } from '../../../../generated/console/documents.ts'
import { useData } from '../data/use-data.ts'
import { Badge } from '../parts/badge.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { maySee, useStore } from '../session/store-context.tsx'

export function TopProducts(variables: { from: string; until: string; playMoney: boolean }) {
  const { session, formats } = useStore()
  const query = useData(TopProductsDocument, variables)
  return (
    <section class="card">
      <h2>Best sellers</h2>
      <QueryView query={query}>
        {({ topProducts }) =>
          topProducts && topProducts.length > 0 ? (
            <ol class="ranking">
              {topProducts.map(({ productId, name, units, sales, currency }) => (
                <li key={productId}>
                  {maySee(session, 'catalogue') ? (
                    <Link to="/s/$store/products/$id" params={{ store: session.store, id: productId }}>
                      <bdi>{name}</bdi>
                    </Link>
                  ) : (
                    <bdi>{name}</bdi>
                  )}
                  <span class="quiet">{formats.number(units)} sold</span>
                  <span class="ranking-value">{formats.money(sales, currency)}</span>
                </li>
              ))}
            </ol>
          ) : (
            <p class="quiet">Nothing was sold in this period.</p>
          )
        }
      </QueryView>
    </section>
  )
}

export function LowStock() {
  const { session, formats } = useStore()
  const query = useData(LowStockDocument, {})
  return (
    <section class="card">
      <h2>Running low</h2>
      <QueryView query={query}>
        {({ lowStock }) =>
          lowStock && lowStock.nodes.length > 0 ? (
            <>
              <ul class="ranking">
                {lowStock.nodes.map(({ productId, variantId, name, options, stock }) => (
                  <li key={variantId ?? productId}>
                    <Link to="/s/$store/products/$id" params={{ store: session.store, id: productId }}>
                      <bdi>{name}</bdi>
                    </Link>
                    <span class="quiet">{options.map(({ value }) => value).join(', ')}</span>
                    <span class="ranking-value">
                      <Badge tone={stock > 0 ? 'warn' : 'bad'}>
                        {stock > 0 ? `${formats.number(stock)} left` : 'Sold out'}
                      </Badge>
                    </span>
                  </li>
                ))}
              </ul>
              {lowStock.totalCount > lowStock.nodes.length && (
                <p>
                  <Link to="/s/$store/products" params={{ store: session.store }} search={{ stock: 'low' }}>
                    All {formats.number(lowStock.totalCount)}
                  </Link>
                </p>
              )}
            </>
          ) : (
            <p class="quiet">Everything that is counted is in stock.</p>
          )
        }
      </QueryView>
    </section>
  )
}

const MOST_SHOWN = 8

export function SearchesWithoutHit() {
  const { formats } = useStore()
  const query = useData(SearchMissesDocument, {})
  const [isWhole, setWhole] = useState(false)
  return (
    <section class="card">
      <h2>Searched for and not found</h2>
      <QueryView query={query}>
        {({ searchMisses }) => {
          const searches = addedUp(searchMisses ?? [])
          return searches.length > 0 ? (
            <>
              <ol class="ranking">
                {(isWhole ? searches : searches.slice(0, MOST_SHOWN)).map(([search, count]) => (
                  <li key={search}>
                    <bdi>{search}</bdi>
                    <span />
                    <span class="ranking-value">{formats.number(count)} ×</span>
                  </li>
                ))}
              </ol>
              {!isWhole && searches.length > MOST_SHOWN && (
                <button type="button" class="button" onClick={() => setWhole(true)}>
                  Show all {formats.number(searches.length)}
                </button>
              )}
            </>
          ) : (
            <p class="quiet">No search of the last weeks was without a result.</p>
          )
        }}
      </QueryView>
    </section>
  )
}

/** The days of each search together, the most frequent first. */
function addedUp(misses: readonly { search: string; count: number }[]): [string, number][] {
  const sums = new Map<string, number>()
  for (const { search, count } of misses) sums.set(search, (sums.get(search) ?? 0) + count)
  return [...sums].sort(([, one], [, other]) => other - one)
}
