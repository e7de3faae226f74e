import { z } from 'zod'
import { EXAMPLE_PAGE } from '../../api/rest/examples.ts'
import { route } from '../../api/rest/route.ts'
import { graphql } from '../../generated/operations/index.ts'
import { MAX_PAGES } from './page-format.ts'

const ListedPage = z
  .object({ slug: z.string(), title: z.string(), updated_at: z.iso.datetime() })
  .meta({ id: 'ListedPage', description: 'A page of the owner, without its text.' })

const Page = z
  .object({
    slug: z.string(),
    title: z.string(),
    html: z.string().meta({ description: 'The text as HTML that is safe to show.' }),
    markdown: z.string().meta({ description: 'The text as the owner has written it, in CommonMark.' }),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Page', description: 'A page of the owner.' })

const listed = { slug: EXAMPLE_PAGE, title: 'How we pack', updated_at: '2026-11-28T09:00:00.000Z' }

export const listPages = route({
  method: 'GET',
  path: '/api/sites/:subdomain/pages',
  summary: 'Lists the published pages of the owner, such as terms and an imprint.',
  description: `Without their texts, in the owner’s order, at most ${MAX_PAGES}. Also of a store behind a password.`,
  operation: graphql(`query RestPages { pages { slug title updated_at: updatedAt } }`),
  variables: () => ({}),
  response: z.object({ pages: z.array(ListedPage) }),
  example: { answer: { pages: [listed] } },
  toResponse: (data) => data,
})

export const getPage = route({
  method: 'GET',
  path: '/api/sites/:subdomain/pages/:slug',
  summary: 'Returns a published page.',
  description:
    'The HTML has paragraphs, headings of levels 2 to 4, lists, emphasis, tables, rules, links and uploaded pictures, and nothing else. Also of a store behind a password.',
  operation: graphql(`query RestPage($slug: String!) {
    page(slug: $slug) { slug title html markdown updated_at: updatedAt }
  }`),
  variables: ({ params }) => ({ slug: params.slug }),
  response: Page,
  example: {
    answer: {
      ...listed,
      html: '<p>Each tin is filled on the day it leaves our shop in Bandra.</p>\n<ul>\n<li>The tea lies in <strong>paper</strong>, without plastic.</li>\n<li>The tin closes tightly and is used again by <a href="/search">most of us</a>.</li>\n</ul>\n',
      markdown:
        'Each tin is filled on the day it leaves our shop in Bandra.\n\n- The tea lies in **paper**, without plastic.\n- The tin closes tightly and is used again by [most of us](/search).',
    },
  },
  toResponse: ({ page }) => page,
  notFound: { message: 'Page not found', reason: 'PAGE_NOT_FOUND' },
  problems: ['NOT_FOUND'],
})
