import { useStore } from '../../session/store-context.tsx'

interface SearchPreviewProps {
  title: string
  slug: string
  description: string
}

/** The product as a search engine may list it. */
export function SearchPreview({ title, slug, description }: SearchPreviewProps) {
  const { session } = useStore()
  return (
    <figure class="search-preview">
      <figcaption class="quiet">In a search engine, about like this:</figcaption>
      <span class="search-address">
        {location.host} › {session.store} › <bdi>{slug || '…'}</bdi>
      </span>
      <strong class="search-title" dir="auto">
        {title || 'Name of the product'}
      </strong>
      <span class="search-text" dir="auto">
        {description || 'The beginning of the description stands here.'}
      </span>
    </figure>
  )
}
