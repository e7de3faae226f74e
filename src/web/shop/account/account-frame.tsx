import type { ComponentChildren } from 'preact'
import { useShop } from '../http/shop-view.ts'

const pages = [
  { path: '/account', name: 'Overview' },
  { path: '/account/orders', name: 'Orders' },
  { path: '/account/wishlist', name: 'Wishlist' },
  { path: '/account/addresses', name: 'Addresses' },
  { path: '/account/profile', name: 'Profile' },
  { path: '/account/password', name: 'Password' },
  { path: '/account/privacy', name: 'Your data' },
] as const

interface Props {
  title: ComponentChildren
  /** The page of the list that this one belongs to. */
  here: (typeof pages)[number]['path']
  children: ComponentChildren
}

/** What the pages of an account have in common: where else to go, and the way out. */
export function AccountFrame({ title, here, children }: Props) {
  const shop = useShop()
  return (
    <div class="wide page account">
      <h1>{title}</h1>
      <nav class="account-nav" aria-label="Account">
        <ul>
          {pages.map(({ path, name }) => (
            <li key={path}>
              <a href={shop.at(path)} aria-current={path === here ? 'page' : undefined}>
                {name}
              </a>
            </li>
          ))}
          <li>
            <form method="post" action={shop.at('/log-out')}>
              <button class="link-button" type="submit">
                Log out
              </button>
            </form>
          </li>
        </ul>
      </nav>
      <div class="account-content">{children}</div>
    </div>
  )
}
