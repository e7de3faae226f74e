import type { ShopTileFragment } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { categoryPath } from '../http/addresses.ts'
import { useShop } from '../http/shop-view.ts'
import { Picture } from './picture.tsx'

// More than the frame of every page asks for: pictures cost a statement.
graphql(`fragment ShopTile on Category {
  name count
  picture { url alt width height variants { url width } shared { url width height } }
}`)

export function CategoryTiles({
  categories,
  title = 'Categories',
}: {
  categories: readonly ShopTileFragment[]
  title?: string
}) {
  const shop = useShop()
  if (categories.length === 0) return null
  const hasPictures = categories.some(({ picture }) => picture)
  return (
    <section class="section wide" aria-labelledby="categories">
      <h2 id="categories">{title}</h2>
      <ul class="tiles">
        {categories.map(({ name, count, picture }) => (
          <li>
            <a class="tile" href={shop.at(categoryPath(name))}>
              {hasPictures && (
                <Picture picture={picture ?? undefined} sizes="(min-width: 60rem) 15rem, 40vw" name={name} />
              )}
              <span class="tile-text">
                <b dir="auto">{name}</b>
                <small>
                  {count} {count === 1 ? 'product' : 'products'}
                </small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
