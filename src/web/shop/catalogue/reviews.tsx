import type { ShopReviewsFragment } from '../../../generated/operations/graphql.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { useShop } from '../http/shop-view.ts'
import { ReviewForm } from '../reviews/review-form.tsx'
import { Moment } from '../views/moment.tsx'

graphql(`fragment ShopReviews on ReviewConnection {
  nodes { id rating title body reviewerName verified createdAt }
  pageInfo { hasNextPage endCursor }
  summary { count average }
}`)

interface Props {
  productId: string
  reviews: ShopReviewsFragment
  /** Not the first page. */
  isLater: boolean
  path: string
}

export function Reviews({ productId, reviews: { nodes, pageInfo, summary }, isLater, path }: Props) {
  const shop = useShop()
  return (
    <section id="reviews" class="section wide" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews</h2>
      {summary.count === 0 ? (
        <p class="quiet-text">Nobody has reviewed this yet.</p>
      ) : (
        <p class="summary">
          <b>{summary.average.toFixed(1)}</b>
          <Stars rating={summary.average} />
          <span class="quiet-text">
            {summary.count} {summary.count === 1 ? 'review' : 'reviews'}
          </span>
        </p>
      )}
      <ul class="reviews">
        {nodes.map(({ id, rating, title, body, reviewerName, verified, createdAt }) => (
          <li key={id}>
            <article>
              <Stars rating={rating} />
              {title && <h3 dir="auto">{title}</h3>}
              <p dir="auto">{body}</p>
              <p class="quiet-text">
                <span dir="auto">{reviewerName}</span>
                {verified && ' · has bought it here'} · <Moment at={createdAt} as="longDay" />
              </p>
            </article>
          </li>
        ))}
      </ul>
      {(isLater || pageInfo.hasNextPage) && (
        <nav class="pages" aria-label="More reviews">
          {isLater && (
            <a class="button plain" href={`${shop.at(path)}#reviews`}>
              Newest reviews
            </a>
          )}
          {pageInfo.hasNextPage && (
            <a class="button plain" href={`${shop.at(path, { reviews: pageInfo.endCursor })}#reviews`}>
              Earlier reviews
            </a>
          )}
        </nav>
      )}
      <details class="write-review">
        <summary class="button plain">Write a review</summary>
        <div class="card-box" id="review" data-island="live">
          <ReviewForm {...{ productId, path }} visit={{ fields: {}, refusal: null }} customer={null} />
        </div>
      </details>
    </section>
  )
}

const STARS = 5

/** Rounded to whole stars; the exact number is in the words. */
const Stars = ({ rating }: { rating: number }) => (
  <span class="stars">
    <span class="unseen">{rating % 1 === 0 ? rating : rating.toFixed(1)} out of 5</span>
    <span aria-hidden="true">
      {'★'.repeat(Math.round(rating))}
      <i>{'★'.repeat(STARS - Math.round(rating))}</i>
    </span>
  </span>
)
