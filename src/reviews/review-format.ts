import { z } from 'zod'
import { fields, moment, slug, text } from '../platform/input/fields.ts'

/** The reviewer's name when none is given. */
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
