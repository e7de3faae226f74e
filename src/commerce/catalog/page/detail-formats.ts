import { z } from 'zod'
import { fields, name, picture, text } from '../../../platform/input/fields.ts'

export const MAX_ATTRIBUTES = 50
export const MAX_PICTURES = 100
/** Pixels of a side. */
export const MAX_SIDE = 100_000

export const attributesFormat = z.array(fields({ name: name(100), value: name(500) })).max(MAX_ATTRIBUTES)

const side = z.int().min(1).max(MAX_SIDE).nullish().meta({ description: 'In pixels; null if unknown.' })

export const mediaFormat = z
  .array(
    fields({
      url: picture,
      alt: text(500).nullish().meta({ description: 'The alternative text.' }),
      width: side,
      height: side,
    }),
  )
  .max(MAX_PICTURES)
  .meta({ description: 'Replaces images, or is given with the same URLs in the same order.' })

export const seoFormat = fields({ title: text(255).nullish(), description: text(1_000).nullish() })

export type SeoEntry = z.output<typeof seoFormat>
