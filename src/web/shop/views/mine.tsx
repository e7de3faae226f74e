import { useShop } from '../http/shop-view.ts'

interface Props {
  /** Units in the cart; null when not known here. */
  cart: number | null
  /** The customer's. */
  name: string | null
}

/** The same for all in cached pages; a script puts the visitor's own in its place. */
export function Mine({ cart, name }: Props) {
  const shop = useShop()
  return (
    <nav
      id="mine"
      class="mine"
      aria-label="Yours"
      data-island={shop.sells ? 'mine' : undefined}
      data-prefix={shop.prefix}
    >
      <a href={shop.at('/account')}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="8" r="4" />
          <path d="M4 21c0-4.5 3.5-7 8-7s8 2.5 8 7" />
        </svg>
        <span dir="auto">{name === null ? 'Account' : firstName(name)}</span>
      </a>
      {shop.sells && (
        <a href={shop.at('/cart')}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 8h16l-1.5 13h-13z" />
            <path d="M8 10V7a4 4 0 0 1 8 0v3" />
          </svg>
          <span>Cart</span>
          {cart !== null && cart > 0 && (
            <b class="count">
              {cart}
              <span class="unseen"> {cart === 1 ? 'unit' : 'units'}</span>
            </b>
          )}
        </a>
      )}
    </nav>
  )
}

const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name
