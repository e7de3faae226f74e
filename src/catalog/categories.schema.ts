import { builder } from '../gateway/builder.ts'
import { type Category as CategoryRow, listCategories, MAX_CATEGORIES } from './list-categories.ts'
import { pictureAddress } from './picture-address.ts'

const Category = builder.objectRef<CategoryRow>('Category').implement({
  description: 'Products that belong together.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, as the first of its products spells it.' }),
    count: t.exposeInt('count', { description: 'How many active products it has.' }),
    image: t.string({
      nullable: true,
      description: 'The address of the first picture in it; null when none of its products has one.',
      resolve: ({ image }, _, { baseUrl }) => (image === null ? null : pictureAddress(image, baseUrl)),
    }),
  }),
})

/** For the cost of a document: most stores have no more categories. */
const USUAL_CATEGORIES = 20

builder.queryField('categories', (t) =>
  t.field({
    type: [Category],
    nullable: true,
    description: `The categories of the active products, in alphabetical order, at most ${MAX_CATEGORIES}.`,
    behindPassword: true,
    failure: 'Failed to load categories',
    public: true,
    complexity: { field: 1, multiplier: USUAL_CATEGORIES },
    resolve: (_, __, context) => listCategories(context),
  }),
)
