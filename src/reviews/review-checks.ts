import { z } from 'zod'
import { looseList, looseText, repeated } from '../platform/input/checks.ts'
import type { Issue, Path } from '../platform/input/issues.ts'
import { ANONYMOUS } from './review-format.ts'
import { reviewKey } from './review-key.ts'

const DraftReview = z.object({ product: looseText, name: looseText, title: looseText, body: looseText }).catch({})

/** Finds reviews that repeat in a list. Accepts any JSON. */
export const checkReviews = (path: Path, json: unknown): Issue[] =>
  repeated(
    path,
    'body',
    'a product, name, title and body',
    looseList(DraftReview).parse(json),
    ({ product, name = ANONYMOUS, title = '', body }) => product && body && reviewKey({ product, name, title, body }),
  )
