import type { ComponentChildren } from 'preact'
import { useShop } from '../http/shop-view.ts'
import { Seller } from './seller.tsx'

/** What is left of the frame when nothing could be read. */
export interface ShellLink {
  label: string
  url: string
}

export function Shell({ links, children }: { links: readonly ShellLink[]; children?: ComponentChildren }) {
  const shop = useShop()
  return (
    <>
      <header class="top">
        <div class="top-row wide">
          <a class="brand" href={shop.home} dir="auto">
            {shop.name}
          </a>
        </div>
      </header>
      <main id="main" class="wide message">
        {children}
      </main>
      {(links.length > 0 || shop.business) && (
        <footer class="bottom">
          <div class="bottom-row wide">
            <Seller />
            {links.length > 0 && (
              <nav aria-label="More">
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
      )}
    </>
  )
}
