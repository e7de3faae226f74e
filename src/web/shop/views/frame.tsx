import type { ComponentChildren } from 'preact'
import type { ShopCategoryFragment, ShopStoreFragment } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { categoryPath } from '../http/addresses.ts'
import { useShop } from '../http/shop-view.ts'
import { Mine } from './mine.tsx'
import { Picture, type ShownPicture } from './picture.tsx'
import { Seller } from './seller.tsx'

graphql(`fragment ShopStore on Store {
  name currency chatEnabled sendsMails
  appearance {
    name accentColor heroText
    logo { url alt width height variants { url width } }
    links { label url }
  }
}`)
graphql(`fragment ShopCategory on Category { name }`)

/** What the operation of every page asks for besides its own. */
export interface FrameData {
  store?: ShopStoreFragment | null
  categories?: readonly ShopCategoryFragment[] | null
}

/** All others are in the menu. */
const MOST_IN_HEADER = 8

interface FrameProps extends FrameData {
  /** Of cart, checkout and payment, where nothing leads away. */
  isBuying?: boolean
  children?: ComponentChildren
}

export function Frame({ store, categories, isBuying = false, children }: FrameProps) {
  const hasChat = store?.chatEnabled === true
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <Header logo={store?.appearance.logo ?? null} hasChat={hasChat && !isBuying} />
      <Strip categories={categories ?? []} />
      <main id="main">{children}</main>
      <p id="said" class="unseen" role="status" />
      <Footer links={store?.appearance.links ?? []} categories={categories ?? []} hasChat={hasChat} />
    </>
  )
}

type Categories = { categories: readonly ShopCategoryFragment[] }

/** In one row, which stays in sight. */
function Header({ logo, hasChat }: { logo: ShownPicture | null; hasChat: boolean }) {
  const shop = useShop()
  return (
    <header class="top">
      <div class="top-row wide">
        <a class="brand" href={shop.home} dir="auto">
          {logo && <Picture picture={{ ...logo, alt: '' }} sizes="10rem" isFirst />}
          <span>{shop.name}</span>
        </a>
        <button class="open-search" type="button" popovertarget="find" aria-label="Open the search">
          <Glass />
        </button>
        {/* On a narrow screen it opens over the row. */}
        <search id="find" popover="auto">
          <form
            class="search"
            action={shop.at('/search')}
            data-island="suggest"
            data-prefix={shop.prefix}
            data-store={shop.subdomain}
            data-currency={shop.currency}
            data-language={shop.locale}
          >
            <label class="unseen" for="q">
              Search products
            </label>
            <input id="q" name="q" type="search" placeholder="Search" maxlength={100} autocomplete="off" />
            <button type="submit" aria-label="Search">
              <Glass />
            </button>
          </form>
        </search>
        {hasChat && <ChatLink />}
        <Mine cart={null} name={null} />
      </div>
    </header>
  )
}

const Glass = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </svg>
)

function Strip({ categories }: Categories) {
  const shop = useShop()
  if (categories.length === 0) return null
  return (
    <nav class="strip-row" aria-label="Categories">
      <ul class="strip wide">
        {categories.length > MOST_IN_HEADER && (
          <li>
            <button class="open-categories" type="button" popovertarget="all-categories">
              All categories
            </button>
          </li>
        )}
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
      {categories.length > MOST_IN_HEADER && (
        <ul id="all-categories" popover="auto">
          {categories.map(({ name }) => (
            <li>
              <a href={shop.at(categoryPath(name))} dir="auto">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

type FooterProps = Categories & { links: readonly { label: string; url: string }[]; hasChat: boolean }

function Footer({ links, categories, hasChat }: FooterProps) {
  const shop = useShop()
  return (
    <footer class="bottom">
      <div class="bottom-row wide">
        <div>
          <p class="brand" dir="auto">
            {shop.name}
          </p>
          <Seller />
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
        <nav aria-label="Help">
          <h2>Help</h2>
          <ul>
            <li>
              <a href={shop.at('/track')}>Track an order</a>
            </li>
            <li>
              <a href={shop.at('/contact')}>Write to us</a>
            </li>
            {hasChat && (
              <li>
                <a href={shop.at('/chat')}>Ask our assistant</a>
              </li>
            )}
          </ul>
        </nav>
        {links.length > 0 && (
          <nav aria-label="More">
            <h2>More</h2>
            <ul>
              {links.map(({ label, url }) => (
                <li>
                  <a href={shop.link(url)} dir="auto">
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

function ChatLink() {
  const shop = useShop()
  return (
    <a class="chat-link" href={shop.at('/chat')} data-island="chat">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M4 5h16v11H10l-4.5 4V16H4z" />
      </svg>
      <span>
        Ask<span class="unseen"> our assistant</span>
      </span>
    </a>
  )
}
