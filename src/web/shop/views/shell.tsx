import type { ComponentChildren } from 'preact'
import { useShop } from '../http/shop-view.ts'

/** What is left of the frame when nothing could be read. */
export function Shell({ children }: { children?: ComponentChildren }) {
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
    </>
  )
}
