import type { ShopCategoryFragment, ShopMenuEntryFragment } from '../../../generated/operations/graphql.ts'
import { categoryPath } from '../http/addresses.ts'
import { useShop } from '../http/shop-view.ts'
import { Seller } from './seller.tsx'
import { MOST_IN_HEADER } from './strip.tsx'

interface FooterProps {
  categories: readonly ShopCategoryFragment[]
  /** Of the owner: what has others below it is a column of its own. */
  menu: readonly ShopMenuEntryFragment[]
  hasChat: boolean
}

export function Footer({ menu, categories, hasChat }: FooterProps) {
  const shop = useShop()
  const columns = menu.filter(({ entries }) => entries.length > 0)
  const single = menu.filter(({ entries }) => entries.length === 0)
  return (
    <footer class="bottom">
      <div class="bottom-row wide">
        <div>
          <p class="brand" dir="auto">
            {shop.name}
          </p>
          <Seller />
        </div>
        {shop.sells && (
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
        )}
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
        {columns.map(({ label, url, entries }) => (
          <nav aria-label={label}>
            <h2 dir="auto">{url === null ? label : <a href={shop.link(url)}>{label}</a>}</h2>
            <Links links={entries} />
          </nav>
        ))}
        {single.length > 0 && (
          <nav aria-label="More">
            <h2>More</h2>
            <Links links={single} />
          </nav>
        )}
      </div>
    </footer>
  )
}

function Links({ links }: { links: readonly { label: string; url: string | null }[] }) {
  const shop = useShop()
  return (
    <ul>
      {links.map(({ label, url }) => (
        <li>
          {url !== null && (
            <a href={shop.link(url)} dir="auto">
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
