import type { ComponentChildren } from 'preact'
import type { ShopCategoryFragment, ShopStoreFragment } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { useShop } from '../http/shop-view.ts'
import { Footer } from './footer.tsx'
import { Mine } from './mine.tsx'
import { Picture, type ShownPicture } from './picture.tsx'
import { Strip } from './strip.tsx'

graphql(`fragment ShopStore on Store {
  name currency chatEnabled sendsMails
  appearance {
    name accentColor heroText
    logo { url alt width height variants { url width } }
  }
  header: menu(place: HEADER) { ...ShopMenuEntry }
  footer: menu(place: FOOTER) { ...ShopMenuEntry }
}`)
graphql(`fragment ShopMenuEntry on MenuEntry { label url entries { label url } }`)
graphql(`fragment ShopCategory on Category { name }`)

/** What the operation of every page asks for besides its own. */
export interface FrameData {
  store?: ShopStoreFragment | null
  categories?: readonly ShopCategoryFragment[] | null
}

interface FrameProps extends FrameData {
  /** Of cart, checkout and payment, where nothing leads away. */
  isBuying?: boolean
  children?: ComponentChildren
}

export function Frame({ store, categories, isBuying = false, children }: FrameProps) {
  const { sells, preview } = useShop()
  const hasChat = sells && store?.chatEnabled === true
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      {preview && <PreviewBar isShared={preview.isShared} />}
      <Header logo={store?.appearance.logo ?? null} hasChat={hasChat && !isBuying} />
      <Strip categories={categories ?? []} menu={store?.header ?? []} />
      <main id="main">{children}</main>
      <p id="said" class="unseen" role="status" />
      <Footer menu={store?.footer ?? []} categories={categories ?? []} hasChat={hasChat} />
    </>
  )
}

/** In one row, which stays in sight. */
/** Over each page of a preview. @param isShared whether the owner has given the link to others */
const PreviewBar = ({ isShared }: { isShared: boolean }) => (
  <aside class="preview-bar" aria-label="Preview">
    {isShared ? 'A preview of this shop.' : 'Only you see this: a preview of your shop.'} Nothing can be ordered in it.
  </aside>
)

function Header({ logo, hasChat }: { logo: ShownPicture | null; hasChat: boolean }) {
  const shop = useShop()
  return (
    <header class="top">
      <div class="top-row wide">
        <a class="brand" href={shop.home} dir="auto">
          {logo && <Picture picture={{ ...logo, alt: '' }} sizes="10rem" isFirst />}
          <span>{shop.name}</span>
        </a>
        {shop.sells && <Search />}
        {hasChat && <ChatLink />}
        <Mine cart={null} name={null} />
      </div>
    </header>
  )
}

function Search() {
  const shop = useShop()
  return (
    <>
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
          data-preview={shop.preview?.scriptToken}
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
    </>
  )
}

const Glass = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </svg>
)

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
