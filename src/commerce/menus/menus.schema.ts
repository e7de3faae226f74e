import { builder } from '../../api/graphql/schema/builder.ts'
import { MAX_MENU_ENTRIES, MenuPlace } from '../stores/menu-entries.ts'
import { footerLinks, type ShownEntry, shownMenu } from './shown-menu.ts'

const Place = builder.enumType('MenuPlace', {
  description: 'Where a menu stands.',
  values: {
    [MenuPlace.HEADER]: { description: 'At the top of each page.' },
    [MenuPlace.FOOTER]: { description: 'At the foot of each page.' },
  } as const,
})

const USUAL_ENTRIES = 10

type EntryFields = PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], ShownEntry>

const entryFields = (t: EntryFields) => ({
  label: t.exposeString('label', { description: 'The text of the entry.' }),
  url: t.exposeString('url', {
    nullable: true,
    description:
      'Where it leads: a URL, or a path of the shop such as `/c/Tea`, `/pages/terms` or `/contact`; null for a heading above others.',
  }),
  category: t.exposeString('category', {
    nullable: true,
    description: 'The name of the category that it leads to; null if it leads to none.',
  }),
  page: t.exposeString('page', {
    nullable: true,
    description: 'The slug of the page that it leads to; null if it leads to none.',
  }),
})

const Submenu = builder.objectRef<ShownEntry>('SubmenuEntry').implement({
  description: 'An entry of a menu below another.',
  fields: entryFields,
})

const Entry = builder.objectRef<ShownEntry>('MenuEntry').implement({
  description: 'An entry of a menu.',
  fields: (t) => ({
    ...entryFields(t),
    entries: t.field({
      type: [Submenu],
      description: 'The entries below it.',
      complexity: { field: 1, multiplier: USUAL_ENTRIES },
      resolve: ({ entries }) => entries,
    }),
  }),
})

const options = {
  failure: 'Failed to load the menu',
  complexity: { field: 1, multiplier: USUAL_ENTRIES },
} as const

builder.queryField('menu', (t) =>
  t.field({
    ...options,
    type: [Entry],
    nullable: true,
    description: `The owner’s menu, at most ${MAX_MENU_ENTRIES} entries; empty if there is none. Also of a store behind a password, without its categories.`,
    public: true,
    args: { place: t.arg({ type: Place, required: true, description: 'Where the menu stands.' }) },
    resolve: (_, { place }, context) => shownMenu(context, place),
  }),
)

builder.objectField('Store', 'menu', (t) =>
  t.field({
    ...options,
    type: [Entry],
    description: 'The same as `Query.menu`, for who reads the store anyway.',
    args: { place: t.arg({ type: Place, required: true, description: 'Where the menu stands.' }) },
    resolve: (_, { place }, context) => shownMenu(context, place),
  }),
)

const Link = builder.objectRef<{ label: string; url: string }>('StoreLink').implement({
  description: 'A link at the foot of each page.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The text of the link.' }),
    url: t.exposeString('url', { description: 'A URL, or a path of the shop such as `/pages/terms`.' }),
  }),
})

builder.objectField('StoreAppearance', 'links', (t) =>
  t.field({
    type: [Link],
    failure: 'Failed to load the menu',
    description: 'The first level of the footer’s menu: pages of the owner, such as terms and conditions.',
    resolve: (_, __, context) => footerLinks(context),
  }),
)
