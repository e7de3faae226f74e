import { builder } from '../../api/graphql/schema/builder.ts'
import { findPage } from './find-page.ts'
import { MAX_PAGES } from './page-format.ts'
import { pageHtml } from './page-html.ts'
import { type ListedPage, listPages, type PublishedPage } from './pages.sql.ts'

/** 50,000 characters are rendered anew for each prefix, which takes as long as reading a thousand fields. */
const COST_OF_HTML = 1_000

const shared = {
  slug: 'The slug of the page, unique within the store.',
  title: 'The title.',
  updatedAt: 'When the page was last changed.',
}

const Listed = builder.objectRef<ListedPage>('ListedPage').implement({
  description: 'A page of the owner, without its text.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: shared.slug }),
    title: t.exposeString('title', { description: shared.title }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: shared.updatedAt }),
  }),
})

const Page = builder.objectRef<PublishedPage>('Page').implement({
  description: 'A page of the owner, such as terms or an imprint.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: shared.slug }),
    title: t.exposeString('title', { description: shared.title }),
    html: t.string({
      description:
        'The text as HTML that is safe to show: paragraphs, headings of levels 2 to 4, lists, emphasis, tables, rules, links and uploaded pictures.',
      failure: 'Failed to load the page',
      complexity: COST_OF_HTML,
      args: {
        linkPrefix: t.arg.string({
          description:
            'Stands before links to paths, such as `/shop/demo` before `/contact`; nothing by default. At most 200 characters.',
        }),
      },
      resolve: (page, { linkPrefix }, context) => pageHtml(context, page, linkPrefix ?? ''),
    }),
    markdown: t.exposeString('markdown', { description: 'The text as the owner has written it, in CommonMark.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: shared.updatedAt }),
  }),
})

builder.queryField('pages', (t) =>
  t.field({
    type: [Listed],
    nullable: true,
    description: `The published pages in the owner’s order, at most ${MAX_PAGES}. Also of a store behind a password.`,
    failure: 'Failed to load pages',
    public: true,
    complexity: { field: 1, multiplier: MAX_PAGES },
    resolve: (_, __, context) => listPages(context),
  }),
)

builder.queryField('page', (t) =>
  t.field({
    type: Page,
    nullable: true,
    description: 'A published page; null if there is none with this slug. Also of a store behind a password.',
    failure: 'Failed to load the page',
    public: true,
    complexity: 10,
    args: { slug: t.arg.string({ required: true, description: 'The slug of the page.' }) },
    resolve: (_, { slug }, context) => findPage(context, slug),
  }),
)
