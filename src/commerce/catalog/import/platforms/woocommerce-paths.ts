import { TakenSlugs } from '../../change/slug.ts'
import type { FormerPath } from '../product-rows.ts'
import { ALL_PRODUCTS, categoryPage, formerSlugOf } from './former-slug.ts'
import { categoryOf, type PlatformRow } from './platform-row.ts'
import { listIn } from './woocommerce-cells.ts'

/** The export has no addresses: WordPress makes them of names. */
export function formerPathsOf(parents: readonly PlatformRow[]): ReadonlyMap<PlatformRow, FormerPath[]> {
  const taken = new TakenSlugs([])
  return new Map(
    parents.map((row) => {
      const slug = formerSlugOf(row.text('name'), DASHED)
      const [first = ''] = listIn(row.text('categories'))
      const { category, path } = categoryOf(first)
      const levels = (path ?? category).split('>').map((level) => formerSlugOf(level, DASHED))
      const isNamed = category !== '' && !levels.includes('')
      return [
        row,
        [
          { path: '/shop', to: ALL_PRODUCTS },
          ...(slug === '' ? [] : [{ path: `/product/${taken.takeFree(slug)}`, to: null }]),
          ...(isNamed ? [{ path: `/product-category/${levels.join('/')}`, to: categoryPage(category) }] : []),
        ],
      ]
    }),
  )
}

/** What WordPress writes as a hyphen. */
const DASHED = /[\s./–—-]+/g
