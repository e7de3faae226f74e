import { useShop } from '../http/shop-view.ts'

interface Props {
  text: string
  /** The path in the shop of a page that leads on, and what its button says. */
  to?: string
  label?: string
}

/** In place of a list that has nothing in it. */
export function EmptyState({ text, to = '/search', label = 'See all products' }: Props) {
  const shop = useShop()
  return (
    <div class="empty-state">
      <p>{text}</p>
      <p>
        <a class="button" href={shop.at(to)}>
          {label}
        </a>
      </p>
    </div>
  )
}
