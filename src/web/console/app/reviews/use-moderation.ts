import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'preact/hooks'
import {
  ApproveReviewDocument,
  RejectReviewDocument,
  ReopenReviewDocument,
  type ReviewStatus,
  type ReviewsQuery,
  type ShownReviewFragment,
} from '../../../../generated/console/documents.ts'
import { type RequestError, request } from '../data/request.ts'
import { sayError } from '../parts/toasts.tsx'
import { useStoreName } from '../session/store-context.tsx'

const send: Record<ReviewStatus, (store: string, id: string) => Promise<unknown>> = {
  APPROVED: (store, id) => request(store, ApproveReviewDocument, { id }),
  REJECTED: (store, id) => request(store, RejectReviewDocument, { id }),
  PENDING: (store, id) => request(store, ReopenReviewDocument, { id }),
}

const done = { APPROVED: 'Approved', REJECTED: 'Rejected', PENDING: 'Waiting for approval again' } as const

interface Decision {
  id: string
  before: ReviewStatus
}

/**
 * Decides on reviews. A decision shows at once and is taken back if the server refuses it; the review stays where it is in
 * the list, with the way back, until the list is read again.
 */
export function useModeration() {
  const store = useStoreName()
  const client = useQueryClient()
  const [decided, setDecided] = useState<readonly Decision[]>([])
  /** For screen readers. */
  const [announcement, setAnnouncement] = useState('')
  /** The last request of each review, since the next one has to come after it. */
  const latest = useRef(new Map<string, Promise<unknown>>())

  const show = (id: string, status: ReviewStatus) =>
    client.setQueriesData<ReviewsQuery>(
      { predicate: ({ queryKey: [of, name] }) => of === store && name === 'Reviews' },
      (data) =>
        data?.reviews
          ? {
              ...data,
              reviews: {
                ...data.reviews,
                nodes: data.reviews.nodes.map((review) => (review.id === id ? { ...review, status } : review)),
              },
            }
          : data,
    )

  /** Lists are read again when they are opened next, counts at once. */
  const invalidate = async () => {
    const isOf = (name: unknown) => name === 'Reviews'
    await client.invalidateQueries({
      predicate: ({ queryKey: [of, name] }) => of === store && isOf(name),
      refetchType: 'none',
    })
    await client.invalidateQueries({ predicate: ({ queryKey: [of, name] }) => of === store && !isOf(name) })
  }

  async function decide(review: ShownReviewFragment, status: ReviewStatus): Promise<void> {
    const { id, status: before } = review
    if (before === status) return
    await client.cancelQueries({ predicate: ({ queryKey: [of, name] }) => of === store && name === 'Reviews' })
    show(id, status)
    setAnnouncement(`${done[status]}: ${review.reviewerName} on ${review.product.name}`)
    setDecided((all) => {
      const others = all.filter((one) => one.id !== id)
      const first = all.find((one) => one.id === id)?.before ?? before
      return first === status ? others : [...others, { id, before: first }]
    })
    const sending = (latest.current.get(id) ?? Promise.resolve()).catch(() => {}).then(() => send[status](store, id))
    latest.current.set(id, sending)
    try {
      await sending
      await invalidate()
    } catch (error) {
      // A later decision shows already.
      if (latest.current.get(id) === sending) {
        show(id, before)
        setDecided((all) => all.filter((one) => one.id !== id))
      }
      setAnnouncement('')
      sayError(error as RequestError)
    }
  }

  return {
    announcement,
    decide,
    /** What the review was before it was decided on here; undefined when it was not. */
    before: (id: string): ReviewStatus | undefined => decided.find((one) => one.id === id)?.before,
    /** The one that was decided on last. */
    last: decided.at(-1)?.id,
  }
}
