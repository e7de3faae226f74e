import { ownerBuilder } from '../../api/graphql/schema/owner-builder.ts'
import { MAX_MENU_ENTRIES, MenuPlace } from '../stores/menu-entries.ts'
import { EntryState, listOwnMenus, type OwnEntry, type OwnMenu } from './own-menus.ts'
import { setMenu } from './set-menu.ts'

const Place = ownerBuilder.enumType('MenuPlace', {
  description: 'Where a menu stands.',
  values: {
    [MenuPlace.HEADER]: { description: 'At the top of each page, in place of the categories.' },
    [MenuPlace.FOOTER]: { description: 'At the foot of each page.' },
  } as const,
})

const State = ownerBuilder.enumType('MenuEntryState', {
  description: 'Whether shoppers see an entry.',
  values: {
    [EntryState.SHOWN]: { description: 'They do.' },
    [EntryState.DRAFT]: { description: 'Its page is not published.' },
    [EntryState.EMPTY]: { description: 'Its category has no active product.' },
    [EntryState.GONE]: { description: 'Its page was deleted, or no product has its category any more.' },
  } as const,
})

type EntryFields = PothosSchemaTypes.ObjectFieldBuilder<(typeof ownerBuilder)['$inferSchemaTypes'], OwnEntry>

const entryFields = (t: EntryFields) => ({
  label: t.exposeString('label', { description: 'The text of the entry.' }),
  category: t.string({
    nullable: true,
    description: 'The name of the category that it leads to; null if it leads to none.',
    resolve: ({ category = null }) => category,
  }),
  page: t.id({
    nullable: true,
    description: 'The ID of the page that it leads to; null if it leads to none.',
    resolve: ({ page = null }) => page,
  }),
  url: t.string({
    nullable: true,
    description: 'Where else it leads; null for a category, a page, and a heading.',
    resolve: ({ url, category, page }) => (category !== undefined || page !== undefined ? null : url || null),
  }),
  state: t.field({ type: State, description: 'Whether shoppers see it.', resolve: ({ state }) => state }),
})

const Submenu = ownerBuilder.objectRef<OwnEntry>('SubmenuEntry').implement({
  scope: 'settings',
  description: 'An entry of a menu below another.',
  fields: entryFields,
})

const Entry = ownerBuilder.objectRef<OwnEntry>('MenuEntry').implement({
  scope: 'settings',
  description: 'An entry of a menu.',
  fields: (t) => ({
    ...entryFields(t),
    entries: t.field({
      type: [Submenu],
      description: 'The entries below it.',
      resolve: ({ entries }) => entries,
    }),
  }),
})

const Menu = ownerBuilder.objectRef<OwnMenu>('Menu').implement({
  scope: 'settings',
  description: 'A menu of the shop.',
  fields: (t) => ({
    place: t.field({ type: Place, description: 'Where it stands.', resolve: ({ place }) => place }),
    entries: t.field({
      type: [Entry],
      description: 'Its entries in their order, also those that shoppers do not see.',
      resolve: ({ entries }) => entries,
    }),
    version: t.exposeInt('version', { description: 'The version of the store. Pass it to `setMenu`.' }),
  }),
})

type InputFields = Parameters<Parameters<typeof ownerBuilder.inputType>[1]['fields']>[0]

const ends = (t: InputFields) => ({
  label: t.string({ required: true, description: 'The text of the entry, 1 to 60 characters.' }),
  category: t.string({ description: 'The name of a category that products have.' }),
  page: t.id({ description: 'The ID of a page; a draft is not shown before it is published.' }),
  url: t.string({
    description: 'A URL (https, http, mailto, tel), or a path of the shop such as `/contact`, at most 2048 characters.',
  }),
})

const SubmenuInput = ownerBuilder.inputType('SubmenuEntryInput', {
  description: 'An entry below another. It leads to one of `category`, `page` and `url`.',
  fields: ends,
})

const Input = ownerBuilder.inputType('MenuEntryInput', {
  description:
    'An entry of a menu. It leads to one of `category`, `page` and `url`; a heading above others may lead nowhere.',
  fields: (t) => ({
    ...ends(t),
    entries: t.field({ type: [SubmenuInput], description: 'The entries below it.' }),
  }),
})

ownerBuilder.queryField('menus', (t) =>
  t.field({
    scope: 'settings',
    type: [Menu],
    nullable: true,
    description: 'The menus of the shop: header and footer.',
    complexity: { field: 1, multiplier: 20 },
    resolve: (_, __, context) => listOwnMenus(context),
  }),
)

ownerBuilder.mutationField('setMenu', (t) =>
  t.field({
    scope: 'settings',
    type: Menu,
    nullable: true,
    description: `Replaces a menu of the shop: at most ${MAX_MENU_ENTRIES} entries on two levels. An empty header shows the categories.`,
    args: {
      place: t.arg({ type: Place, required: true, description: 'Where it stands.' }),
      entries: t.arg({ type: [Input], required: true, description: 'All its entries, in their order.' }),
      version: t.arg.int({
        description:
          'The version of the store the change is based on; `CONFLICT` if it is no longer current. Without it the menu is replaced whatever it is.',
      }),
    },
    resolve: (_, { place, entries, version }, context) => setMenu(context, { place, entries, version }),
  }),
)
