import { graphql } from '../../../generated/operations/index.ts'
import { page } from '../http/page.ts'
import { useShop } from '../http/shop-view.ts'
import { CategoryTiles } from '../views/category-tiles.tsx'
import { Newsletter } from '../views/newsletter.tsx'
import { Picture, type ShownPicture } from '../views/picture.tsx'
import { ProductGrid } from '../views/product-card.tsx'
import { shopEntry } from './structured.ts'

/** Of those that are not above already. */
const NEWEST = 4

export const home = page({
  path: '/shop/:subdomain',
  operation: graphql(`query ShopHome {
    featured: products(first: 8) { nodes { ...ShopCard } }
    newest: products(first: 12, sort: NEWEST) { nodes { ...ShopCard } }
    categories { ...ShopTile }
    store {
      ...ShopStore
      appearance { heroPicture { url alt width height variants { url width } shared { url width height } } }
    }
  }`),
  variables: () => ({}),
  head: ({ store: { name, appearance } }, _, shop) => ({
    title: appearance.name ?? name,
    description: appearance.heroText ?? `All that ${name} sells, with prices, pictures and reviews.`,
    canonical: shop.home,
    picture: appearance.heroPicture,
    structured: [shopEntry(appearance.name ?? name, shop)],
  }),
  View({ data: { featured, newest, categories, store } }) {
    const shown = new Set(featured.nodes.map(({ id }) => id))
    const others = newest.nodes
      .filter(({ id }) => !shown.has(id))
      .toSorted((a, b) => Number(b.available) - Number(a.available))
      .slice(0, NEWEST)
    return (
      <>
        <Hero text={store.appearance.heroText} picture={store.appearance.heroPicture} />
        {categories.length > 1 && <CategoryTiles categories={categories} />}
        {featured.nodes.length > 0 && (
          <section class="section wide" aria-labelledby="featured">
            <h2 id="featured">Our favourites</h2>
            <ProductGrid products={featured.nodes} />
          </section>
        )}
        {others.length > 0 && (
          <section class="section wide" aria-labelledby="newest">
            <h2 id="newest">New in the shop</h2>
            <ProductGrid products={others} />
          </section>
        )}
        <Newsletter sendsMails={store?.sendsMails === true} />
      </>
    )
  },
})

function Hero({ text, picture }: { text: string | null; picture: ShownPicture | null }) {
  const shop = useShop()
  return (
    <section class="hero">
      <div class={picture ? 'hero-row wide pictured' : 'hero-row wide'}>
        <div class="hero-text">
          <h1 dir="auto">{shop.name}</h1>
          {text && (
            <p class="lead" dir="auto">
              {text}
            </p>
          )}
          <p>
            <a class="button" href={shop.at('/search')}>
              See all products
            </a>
          </p>
        </div>
        {picture && (
          <div class="hero-picture">
            <Picture picture={picture} sizes="(min-width: 60rem) 40rem, 92vw" isFirst />
          </div>
        )}
      </div>
    </section>
  )
}
