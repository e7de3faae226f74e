import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'preact/hooks'
import {
  ProductRowDocument,
  type ReviewStatus,
  ReviewsDocument,
  type ShownReviewFragment,
} from '../../../../generated/console/documents.ts'
import { useData, useInvalidate } from '../data/use-data.ts'
import { Empty } from '../parts/empty.tsx'
import { Page } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { useMayChange, useStore } from '../session/store-context.tsx'
import { ReviewCard } from './review-card.tsx'
import { useModeration } from './use-moderation.ts'
import { useReviewKeys } from './use-review-keys.ts'

const PAGE = 20

/** The parameter of the address, the words, and what is asked for. Without a parameter: what waits for the owner. */
const views: readonly (readonly [string | undefined, string, ReviewStatus | null])[] = [
  [undefined, 'To approve', 'PENDING'],
  ['APPROVED', 'Approved', 'APPROVED'],
  ['REJECTED', 'Rejected', 'REJECTED'],
  ['ALL', 'All', null],
]

const viewOf = (asked: string | undefined) => views.find(([name]) => name === asked) ?? views[0]

export default function ReviewsPage() {
  const { status: asked, product = null, after } = useSearch({ from: '/s/$store/reviews' })
  const mayChange = useMayChange('catalogue')
  const [name, , status] = viewOf(asked) ?? []
  const query = useData(ReviewsDocument, {
    first: PAGE,
    after: after ?? null,
    status: status ?? null,
    productId: product,
  })
  return (
    <Page title="Reviews">
      <Views name={name} product={product} />
      {product !== null && <OfProduct id={product} />}
      <QueryView query={query}>
        {({ reviews }) => {
          const rows = reviews?.nodes ?? []
          if (!reviews || rows.length === 0) return <NoReviews status={status ?? null} product={product} />
          return (
            <>
              <ReviewList key={`${name} ${product} ${after}`} reviews={rows} mayChange={mayChange} />
              <Pager of="reviews" page={reviews} />
            </>
          )
        }}
      </QueryView>
    </Page>
  )
}

function OfProduct({ id }: { id: string }) {
  const { session } = useStore()
  const { store } = session
  const { data } = useData(ProductRowDocument, { id })
  return (
    <p class="hint">
      Only reviews of{' '}
      <Link to="/s/$store/products/$id" params={{ store, id }}>
        <bdi>{data?.product?.name ?? 'one product'}</bdi>
      </Link>
      .{' '}
      <Link to="/s/$store/reviews" params={{ store }} search={{}}>
        Show those of all products
      </Link>
    </p>
  )
}

function Views({ name, product }: { name: string | undefined; product: string | null }) {
  const { session } = useStore()
  return (
    <nav class="tabs" aria-label="Views">
      {views.map(([view, words]) => (
        <Link
          key={words}
          to="/s/$store/reviews"
          params={{ store: session.store }}
          search={{ ...(view !== undefined && { status: view }), ...(product !== null && { product }) }}
          className="tab"
          activeOptions={{ exact: true }}
          data-current={view === name || undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}

/** One of them is the current one, on which the keyboard acts. */
function ReviewList({ reviews, mayChange }: { reviews: readonly ShownReviewFragment[]; mayChange: boolean }) {
  const { announcement, decide, before, last } = useModeration()
  const invalidate = useInvalidate()
  const [chosen, setChosen] = useState<string | null>(null)
  const index = Math.max(
    0,
    reviews.findIndex(({ id }) => id === chosen),
  )
  const current = reviews[index]
  const isUndecided = ({ id }: ShownReviewFragment) => before(id) === undefined
  const isAllDone = reviews.every((review) => !isUndecided(review))

  function goTo(review: ShownReviewFragment | undefined): void {
    if (!review) return
    setChosen(review.id)
    const card = document.getElementById(`review-${review.id}`)
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
  }

  /** Then the next one that waits is the current one: below, or else above. */
  function decideByKey(status: ReviewStatus): void {
    if (!current || current.status === status) return
    void decide(current, status)
    const others = [...reviews.slice(index + 1), ...reviews.slice(0, index)]
    goTo(others.find((review) => isUndecided(review) && review.status === 'PENDING') ?? current)
  }

  function undo(): void {
    const review = reviews.find(({ id }) => id === last)
    const status = review && before(review.id)
    if (!status) return
    void decide(review, status)
    goTo(review)
  }

  const step = (by: number) => goTo(reviews[index + by])
  useReviewKeys(
    {
      next: () => step(1),
      previous: () => step(-1),
      approve: () => mayChange && decideByKey('APPROVED'),
      reject: () => mayChange && decideByKey('REJECTED'),
      undo: () => mayChange && undo(),
    },
    true,
  )

  return (
    <>
      <p class="keys">
        <span>
          <kbd>J</kbd> <kbd>K</kbd> next and previous
        </span>
        {mayChange && (
          <>
            <span>
              <kbd>A</kbd> approve
            </span>
            <span>
              <kbd>R</kbd> reject
            </span>
            <span>
              <kbd>U</kbd> undo
            </span>
          </>
        )}
      </p>
      <p class="hidden" role="status">
        {announcement}
      </p>
      <ul class="reviews">
        {reviews.map((review) => (
          <ReviewCard
            key={review.id}
            review={review}
            isCurrent={review === current}
            mayChange={mayChange}
            before={before(review.id)}
            onDecide={(status) => {
              void decide(review, status)
              // The button that was pressed goes away.
              document.getElementById(`review-${review.id}`)?.focus({ preventScroll: true })
            }}
            onEnter={() => setChosen(review.id)}
          />
        ))}
      </ul>
      {isAllDone && (
        <p class="hint">
          You have decided on all of these.{' '}
          <button type="button" class="link-button" onClick={() => void invalidate(['Reviews'])}>
            Read the list again
          </button>
        </p>
      )}
    </>
  )
}

const nothing: Record<ReviewStatus, string> = {
  PENDING: 'Nothing waits for you',
  APPROVED: 'No review is approved yet',
  REJECTED: 'No review is rejected',
}

function NoReviews({ status, product }: { status: ReviewStatus | null; product: string | null }) {
  const { session } = useStore()
  return (
    <Empty title={status ? nothing[status] : 'No reviews yet'}>
      New reviews appear here until you approve or reject them.{' '}
      {status === 'PENDING' ? (
        <Link
          to="/s/$store/reviews"
          params={{ store: session.store }}
          search={{ status: 'ALL', ...(product !== null && { product }) }}
        >
          Show all reviews
        </Link>
      ) : (
        'Shoppers write them on the page of a product.'
      )}
    </Empty>
  )
}
