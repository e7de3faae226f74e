import { z } from 'zod'
import { looseList, looseText, repeated } from '../../platform/input/checks.ts'
import { fields, lineName, place, text } from '../../platform/input/fields.ts'
import type { Issue, Path } from '../../platform/input/issues.ts'

export const MAX_PAGES = 100
/** In characters. */
export const MAX_MARKDOWN = 50_000

const pageSlug = z.string().regex(/^(?!.{81})[a-z0-9]+(?:-[a-z0-9]+)*$/, {
  error: '1 to 80 lower-case letters and digits, with single hyphens between them',
})

export const pageSchema = fields({
  slug: pageSlug.meta({ description: 'Unique within the store; the page is at `/pages/<slug>` of the shop.' }),
  title: lineName(100).optional().meta({ description: 'Required in a new page.' }),
  markdown: text(MAX_MARKDOWN).optional().meta({ description: 'The text, in CommonMark without HTML.' }),
  published: z.boolean().optional().meta({ description: 'A page is a draft, which nobody sees, until this is true.' }),
  position: place.optional().meta({ description: 'The place among the pages. Default: behind the others.' }),
})

export type PageEntry = z.output<typeof pageSchema>

const DraftPage = z.object({ slug: looseText }).catch({})

/** Repeated slugs. Takes any JSON. */
export const checkPages = (path: Path, json: unknown): Issue[] =>
  repeated(path, 'slug', 'a slug', looseList(DraftPage).parse(json), ({ slug }) => slug)
