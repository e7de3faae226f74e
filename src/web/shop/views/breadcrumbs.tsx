import { useShop } from '../http/shop-view.ts'

interface Props {
  /** Between the home page and this one. */
  steps: readonly { name: string; href: string }[]
  here: string
}

export function Breadcrumbs({ steps, here }: Props) {
  const shop = useShop()
  return (
    <nav class="crumbs" aria-label="You are here">
      <ol>
        {[{ name: 'Home', href: shop.home }, ...steps].map(({ name, href }) => (
          <li>
            <a href={href} dir="auto">
              {name}
            </a>
          </li>
        ))}
        <li aria-current="page" dir="auto">
          {here}
        </li>
      </ol>
    </nav>
  )
}
