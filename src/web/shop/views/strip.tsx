import type { ShopCategoryFragment, ShopMenuEntryFragment } from '../../../generated/operations/graphql.ts'
import { categoryPath } from '../http/addresses.ts'
import { useShop } from '../http/shop-view.ts'

/** All others are in the menu. */
export const MOST_IN_HEADER = 8

interface StripProps {
  categories: readonly ShopCategoryFragment[]
  /** Of the owner; empty for the categories. */
  menu: readonly ShopMenuEntryFragment[]
}

/** Under the header: in one row, which scrolls where it is too narrow. */
export function Strip({ categories, menu }: StripProps) {
  if (menu.length > 0) return <Menu menu={menu} />
  return categories.length === 0 ? null : <Categories categories={categories} />
}

function Menu({ menu }: Pick<StripProps, 'menu'>) {
  const isLong = menu.length > MOST_IN_HEADER
  return (
    <nav class="strip-row" aria-label="Menu">
      <ul class="strip wide">
        {isLong && (
          <li>
            <button class="open-categories" type="button" popovertarget="whole-menu">
              Whole menu
            </button>
          </li>
        )}
        {menu.slice(0, MOST_IN_HEADER).map(({ label, url, entries }, index) => (
          <li>
            {entries.length === 0 ? (
              <Entry label={label} url={url} />
            ) : (
              <button class="open-menu" type="button" popovertarget={`menu-${index}`} dir="auto">
                {label}
              </button>
            )}
          </li>
        ))}
      </ul>
      {menu.slice(0, MOST_IN_HEADER).map(
        ({ entries, ...entry }, index) =>
          entries.length > 0 && (
            <ul id={`menu-${index}`} class="strip-list" popover="auto">
              {[...(entry.url === null ? [] : [entry]), ...entries].map((below) => (
                <li>
                  <Entry {...below} />
                </li>
              ))}
            </ul>
          ),
      )}
      {isLong && (
        <ul id="whole-menu" class="strip-list" popover="auto">
          {menu.map(({ entries, ...entry }) => (
            <li>
              <Entry {...entry} />
              {entries.length > 0 && (
                <ul>
                  {entries.map((below) => (
                    <li>
                      <Entry {...below} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}

/** A heading where it leads nowhere. */
function Entry({ label, url }: { label: string; url: string | null }) {
  const shop = useShop()
  return url === null ? (
    <b dir="auto">{label}</b>
  ) : (
    <a href={shop.link(url)} dir="auto">
      {label}
    </a>
  )
}

function Categories({ categories }: Pick<StripProps, 'categories'>) {
  const shop = useShop()
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
        <ul id="all-categories" class="strip-list" popover="auto">
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
