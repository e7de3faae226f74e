import { Link } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import type { ReviewStatus, ShownReviewFragment } from '../../../../generated/console/documents.ts'
import { Badge } from '../parts/badge.tsx'
import { Icon } from '../parts/icons.tsx'
import { maySee, useStore } from '../session/store-context.tsx'
import { ReviewBadge } from './review-words.tsx'

interface ReviewCardProps {
  review: ShownReviewFragment
  isCurrent: boolean
  mayChange: boolean
  /** What it was before it was decided on; undefined when it was not. */
  before: ReviewStatus | undefined
  onDecide: (status: ReviewStatus) => void
  onEnter: () => void
}

/** A review with its product, and what can be decided on it. */
export function ReviewCard({ review, isCurrent, mayChange, before, onDecide, onEnter }: ReviewCardProps) {
  const { session, formats } = useStore()
  const { id, status, product, reviewerName, customerId, verified, rating, title, body, createdAt } = review
  return (
    <li
      class="review"
      id={`review-${id}`}
      data-current={isCurrent || undefined}
      data-decided={before !== undefined || undefined}
      tabindex={-1}
      onFocusIn={onEnter}
    >
      <div class="review-product">
        <ProductPicture url={product.images[0]} />
        <div>
          <Link to="/s/$store/products/$id" params={{ store: session.store, id: product.id }}>
            <bdi>{product.name}</bdi>
          </Link>
          <p class="quiet">
            <Stars rating={rating} /> ·{' '}
            <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
              {formats.ago(createdAt)}
            </time>
          </p>
        </div>
        <ReviewBadge status={status} />
      </div>
      <div class="review-text">
        <h2 dir="auto">{title || <span class="quiet">Without a title</span>}</h2>
        {body && (
          <p class="review-body" dir="auto">
            {body}
          </p>
        )}
      </div>
      <div class="review-foot">
        <p class="review-by">
          {customerId && maySee(session, 'customers') ? (
            <Link to="/s/$store/customers/$id" params={{ store: session.store, id: customerId }}>
              <bdi>{reviewerName}</bdi>
            </Link>
          ) : (
            <bdi>{reviewerName}</bdi>
          )}
          {verified ? <Badge tone="good">Bought it</Badge> : <Badge>No purchase known</Badge>}
        </p>
        {mayChange && (
          <div class="review-actions">
            {before !== undefined ? (
              <button type="button" class="button" onClick={() => onDecide(before)}>
                Undo
              </button>
            ) : (
              <>
                {status !== 'REJECTED' && (
                  <button type="button" class="button" onClick={() => onDecide('REJECTED')}>
                    <Icon name="close" /> Reject
                  </button>
                )}
                {status !== 'APPROVED' && (
                  <button type="button" class="button button-main" onClick={() => onDecide('APPROVED')}>
                    <Icon name="check" /> Approve
                  </button>
                )}
              </>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

const MOST_STARS = 5

function Stars({ rating }: { rating: number }) {
  return (
    <span class="stars" role="img" aria-label={`${rating} of ${MOST_STARS} stars`}>
      {'★'.repeat(rating)}
      <span class="stars-off">{'★'.repeat(MOST_STARS - rating)}</span>
    </span>
  )
}

/** The product's name stands beside it. */
function ProductPicture({ url }: { url: string | undefined }) {
  const [isBroken, setBroken] = useState(false)
  const isShown = url !== undefined && /^(https?:\/\/|\/)/i.test(url) && !isBroken
  return (
    <span class="review-picture">
      {isShown ? (
        <img src={url} alt="" width={48} height={48} loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <Icon name="picture" />
      )}
    </span>
  )
}
