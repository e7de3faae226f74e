import { z } from 'zod'
import { labelledText } from '../platform/input/labelled-text.ts'
import { inputRules, optional } from '../platform/input/parse-input.ts'

const RATING = 'Rating must be 1-5'
const TOO_SHORT = 'Review too short'

export const reviewInput = inputRules({
  required: ['rating'],
  missing: RATING,
  fields: {
    rating: z.int({ error: RATING }).min(1, { error: RATING }).max(5, { error: RATING }),
    body: labelledText({
      label: 'Review',
      min: 5,
      max: 2000,
      trim: true,
      messages: { missing: TOO_SHORT, tooShort: TOO_SHORT },
    }),
    title: optional(labelledText({ label: 'Title', max: 200, trim: true })),
    name: optional(labelledText({ label: 'Name', max: 255, trim: true })),
  },
})
