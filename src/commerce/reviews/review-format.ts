import { z } from 'zod'
import { looseList, looseText, repeated } from '../../platform/input/checks.ts'
import { fields, moment, slug, text } from '../../platform/input/fields.ts'
import type { Issue, Path } from '../../platform/input/issues.ts'

export const ANONYMOUS = 'Anonymous'

export const reviewSchema = fields({
  product: slug.meta({ description: 'The slug of a product in this bundle or in the store.' }),
  name: text(255).default(ANONYMOUS),
  rating: z.int().min(1).max(5),
  title: text(200).default(''),
  body: text(2_000, 5),
  approved: z.boolean().optional(),
  createdAt: moment.optional(),
})

export type ReviewEntry = z.output<typeof reviewSchema>

interface ReviewIdentity {
  /** The product's slug. */
  product: string
  name: string
  title: string
  body: string
}

/** Equal for a bundle's and a stored review that are the same. */
export const reviewKey = ({ product, name, title, body }: ReviewIdentity): string =>
  JSON.stringify([product, name, title, body])

const DraftReview = z.object({ product: looseText, name: looseText, title: looseText, body: looseText }).catch({})

/** Reviews must not repeat. Accepts any JSON. */
export const checkReviews = (path: Path, json: unknown): Issue[] =>
  repeated(
    path,
    'body',
    'a product, name, title and body',
    looseList(DraftReview).parse(json),
    ({ product, name = ANONYMOUS, title = '', body }) => product && body && reviewKey({ product, name, title, body }),
  )
