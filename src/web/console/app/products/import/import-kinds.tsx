import { Link } from '@tanstack/react-router'
import { useStoreName } from '../../session/store-context.tsx'

const kinds = [
  ['/s/$store/products/import', 'Products'],
  ['/s/$store/products/import/stock', 'Stock by SKU'],
] as const

/** What a file can be. */
export function ImportKinds() {
  const store = useStoreName()
  return (
    <nav class="segments" aria-label="What to import">
      {kinds.map(([to, text]) => (
        <Link
          key={to}
          to={to}
          params={{ store }}
          className="segment"
          activeOptions={{ exact: true }}
          activeProps={{ 'data-current': true } as object}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
