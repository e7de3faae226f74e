import type { ComponentChildren } from 'preact'
import type { ShopCategoryFragment, ShopStoreFragment } from '../../generated/operations/graphql.ts'
import { graphql } from '../../generated/operations/index.ts'
import { categoryPath } from '../door/addresses.ts'
import { useShop } from '../door/shop-view.ts'
import { Picture, type ShownPicture } from './picture.tsx'

graphql(`fragment ShopStore on Store {
  name currency
  appearance {
    name accentColor heroText
    logo { url alt width height }
    heroPicture { url alt width height variants { url width } }
    links { label url }
  }
}`)
graphql(`fragment ShopCategory on Category { name count image }`)

/** What the operation of every page asks for besides its own. */
export interface FrameData {
  store?: ShopStoreFragment | null
  categories?: readonly ShopCategoryFragment[] | null
}

/** More would be a list of its own: the home page has all. */
const MOST_IN_HEADER = 8

export function Frame({ store, categories, children }: FrameData & { children?: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header categories={categories ?? []} logo={store?.appearance.logo ?? null} />
      <main id="main">{children}</main>
      <Footer links={store?.appearance.links ?? []} categories={categories ?? []} />
    </>
  )
}

type Categories = { categories: readonly ShopCategoryFragment[] }

function Header({ categories, logo }: Categories & { logo: ShownPicture | null }) {
  const shop = useShop()
  return (
    <header class="top">
      <div class="top-row wide">
        <a class="brand" href={shop.base} dir="auto">
          {logo && <Picture picture={{ ...logo, alt: '' }} sizes="10rem" isFirst />}
          <span>{shop.name}</span>
        </a>
        <search>
          <form
            class="search"
            action={shop.at('/search')}
            data-island="suggest"
            data-base={shop.base}
            data-store={shop.subdomain}
          >
            <label class="unseen" for="q">
              Search products
            </label>
            <input id="q" name="q" type="search" placeholder="Search" maxlength={100} autocomplete="off" />
            <button type="submit" aria-label="Search">
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <circle cx="10.5" cy="10.5" r="6.5" />
                <path d="m15.5 15.5 5 5" />
              </svg>
            </button>
          </form>
        </search>
      </div>
      {categories.length > 0 && (
        <nav class="wide" aria-label="Categories">
          <ul class="strip">
            {categories.slice(0, MOST_IN_HEADER).map(({ name }) => (
              <li>
                <a href={shop.at(categoryPath(name))} dir="auto">
                  {name}
                </a>
              </li>
            ))}
            <li>
              <a href={shop.at('/search')}>All products</a>
            </li>
          </ul>
        </nav>
      )}
    </header>
  )
}

function Footer({ links, categories }: Categories & { links: readonly { label: string; url: string }[] }) {
  const shop = useShop()
  return (
    <footer class="bottom">
      <div class="bottom-row wide">
        <div>
          <p class="brand" dir="auto">
            {shop.name}
          </p>
        </div>
        <nav aria-label="Shop">
          <h2>Shop</h2>
          <ul>
            {categories.slice(0, MOST_IN_HEADER).map(({ name }) => (
              <li>
                <a href={shop.at(categoryPath(name))} dir="auto">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {links.length > 0 && (
          <nav aria-label="More">
            <h2>More</h2>
            <ul>
              {links.map(({ label, url }) => (
                <li>
                  <a href={url} dir="auto">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  )
}
