import type { ComponentChildren } from 'preact'
import type { ShopCardFragment } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { productPath } from '../http/addresses.ts'
import { useShop } from '../http/shop-view.ts'
import { Picture, type ShownPicture } from './picture.tsx'
import { FromPrice } from './price.tsx'

graphql(`fragment ShopCard on Product {
  id name slug category price salePrice priceFrom priceTo available
  media { url alt width height variants { url width } }
  rating { count average }
}`)

type Card = Omit<ShopCardFragment, 'media' | 'available'> & { media: readonly ShownPicture[]; available?: boolean }

const CARD_SIZES = '(min-width: 60rem) 18rem, (min-width: 40rem) 30vw, 46vw'

interface GridProps {
  products: readonly Card[]
  /** How many are seen without scrolling. */
  first?: number
  level?: 'h2' | 'h3'
  /** Below each. */
  action?: (product: Card) => ComponentChildren
}

export function ProductGrid({ products, first = 0, level = 'h3', action }: GridProps) {
  // A shop that has no pictures yet gets no row of empty frames.
  const hasPictures = products.some(({ media }) => media.length > 0)
  return (
    <ul class={hasPictures ? 'grid' : 'grid bare'}>
      {products.map((product, index) => (
        <li>
          <ProductCard product={product} isFirst={index < first} level={level} hasPicture={hasPictures} />
          {action?.(product)}
        </li>
      ))}
    </ul>
  )
}

interface CardProps {
  product: Card
  isFirst: boolean
  level: 'h2' | 'h3'
  hasPicture: boolean
}

function ProductCard({ product, isFirst, level: Name, hasPicture }: CardProps) {
  const shop = useShop()
  const { id, slug, name, category, media, rating, available = true } = product
  return (
    <article class="card">
      <div class="card-picture">
        {hasPicture && (
          <Picture picture={media[0] && { ...media[0], alt: '' }} sizes={CARD_SIZES} isFirst={isFirst} name={name} />
        )}
        {!available ? (
          <span class="badge quiet">Sold out</span>
        ) : (
          product.salePrice !== null && <span class="badge">Sale</span>
        )}
      </div>
      <div class="card-text">
        {category && (
          <p class="kicker" dir="auto">
            {category}
          </p>
        )}
        <Name class="card-name">
          <a href={shop.at(productPath(slug || id))} dir="auto">
            {name}
          </a>
        </Name>
        <p class="card-line">
          <FromPrice {...product} currency={shop.currency} />
          {rating.count > 0 && <Rating {...rating} />}
        </p>
      </div>
    </article>
  )
}

export const Rating = ({ average, count }: { average: number; count: number }) => (
  <span class="rating">
    <span aria-hidden="true">
      <b class="star">★</b> {average.toFixed(1)} <small>({count})</small>
    </span>
    <span class="unseen">
      Rated {average.toFixed(1)} out of 5 by {count} {count === 1 ? 'customer' : 'customers'}
    </span>
  </span>
)
