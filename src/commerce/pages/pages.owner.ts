import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { deletePage, findOwnPage, listOwnPages, upsertPage } from './change-page.ts'
import { MAX_MARKDOWN, MAX_PAGES } from './page-format.ts'
import { CHECKED_ON } from './templates/facts.ts'
import { type PageTemplate, pageTemplates, TemplateKind } from './templates/page-templates.ts'

const Page = ownerBuilder.prismaObject('Page', {
  scope: 'settings',
  description: 'A page of your own, such as terms or an imprint.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the page, unique within the store.' }),
    slug: t.exposeString('slug', { description: 'The slug, unique within the store.' }),
    title: t.exposeString('title', { description: 'The title.' }),
    markdown: t.exposeString('markdown', { description: 'The text, in CommonMark without HTML.' }),
    published: t.exposeBoolean('published', { description: 'Whether it is shown; otherwise it is a draft.' }),
    position: t.exposeInt('position', { description: 'The place among the pages; lower ones come first.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    version: t.exposeInt('version', { description: 'Incremented by every change. Pass it to `upsertPage`.' }),
  }),
})

const PageInput = ownerBuilder.inputType('PageInput', {
  description: 'A page to create, or the changes to an existing one. When updating, omitted fields stay unchanged.',
  fields: (t) => ({
    id: t.id({ description: 'The ID of the page to update. Omit it for a new page.' }),
    version: t.int({ description: 'The version an update is based on. Omit it for a new page.' }),
    slug: t.string({
      description:
        'Lower-case letters and digits with single hyphens between them, at most 80 characters. Required for a new page.',
    }),
    title: t.string({ description: 'The title, 1 to 100 characters. Required for a new page.' }),
    markdown: t.string({ description: `The text, in CommonMark without HTML, at most ${MAX_MARKDOWN} characters.` }),
    published: t.boolean({ description: 'Whether it is shown. Default: false.' }),
    position: t.int({ description: 'The place among the pages. Default: behind the others.' }),
  }),
})

const Kind = ownerBuilder.enumType('PageTemplateKind', {
  description: 'What a template is for.',
  values: {
    [TemplateKind.TERMS]: { description: 'Terms and conditions.' },
    [TemplateKind.PRIVACY]: { description: 'Privacy notice.' },
    [TemplateKind.REFUNDS]: { description: 'Refunds and cancellation.' },
    [TemplateKind.DELIVERY]: { description: 'Delivery.' },
    [TemplateKind.CONTACT]: { description: 'Who the seller is and how to reach them; in the EU, the imprint.' },
  } as const,
})

const Template = ownerBuilder.objectRef<PageTemplate>('PageTemplate').implement({
  scope: 'settings',
  description: 'A text to begin a page with. It is no legal advice: have it checked.',
  fields: (t) => ({
    kind: t.field({ type: Kind, description: 'What it is for.', resolve: ({ kind }) => kind }),
    title: t.exposeString('title', { description: 'A title for the page.' }),
    slug: t.exposeString('slug', { description: 'A slug for the page.' }),
    markdown: t.exposeString('markdown', { description: 'The text. What is left to fill is written as `[… what]`.' }),
    gaps: t.exposeInt('gaps', { description: 'How many such places it has.' }),
    laws: t.exposeStringList('laws', {
      description: 'The names of the laws that it follows; empty where it follows none in particular.',
    }),
    checkedOn: t.string({
      description: 'The day on which these laws were last looked up, such as 2026-11-28.',
      resolve: () => CHECKED_ON,
    }),
  }),
})

ownerBuilder.queryField('pageTemplates', (t) =>
  t.field({
    scope: 'settings',
    type: [Template],
    nullable: true,
    description: 'Templates for the pages that the law and payment providers ask for.',
    complexity: { field: 1, multiplier: 5 },
    args: {
      country: t.arg.string({
        required: true,
        description:
          'ISO 3166-1. There are templates for India, the EU and the United Kingdom; for any other country they are neutral.',
      }),
    },
    resolve: (_, { country }, { store }) => pageTemplates(store, country.toUpperCase()),
  }),
)

ownerBuilder.queryField('pages', (t) =>
  t.field({
    scope: 'settings',
    type: [Page],
    nullable: true,
    description: 'Your pages in their order, drafts too.',
    complexity: { field: 1, multiplier: MAX_PAGES },
    resolve: (_, __, context) => listOwnPages(context),
  }),
)

ownerBuilder.queryField('page', (t) =>
  t.field({
    scope: 'settings',
    type: Page,
    nullable: true,
    description: 'A page; null if there is none with this ID.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the page.' }) },
    resolve: (_, { id }, context) => findOwnPage(context, id),
  }),
)

ownerBuilder.mutationField('upsertPage', (t) =>
  t.field({
    scope: 'settings',
    type: Page,
    nullable: true,
    description: `Creates a page or updates the one with this ID; a store can have ${MAX_PAGES}. An update requires the version it is based on; \`CONFLICT\` if that is no longer current.`,
    args: { input: t.arg({ type: PageInput, required: true, description: 'The page to create or update.' }) },
    resolve: (_, { input }, context) => upsertPage(context, input),
  }),
)

ownerBuilder.mutationField('deletePage', (t) =>
  t.field({
    scope: 'settings',
    type: Page,
    nullable: true,
    description: 'Deletes a page. Its address is then not found.',
    args: {
      id: t.arg.id({ required: true, description: 'The ID of the page.' }),
      version: t.arg.int({ required: true, description: 'Its version; `CONFLICT` if that is no longer current.' }),
    },
    resolve: (_, { id, version }, context) => deletePage(context, id, version),
  }),
)
