import { builder } from '../../api/graphql/schema/builder.ts'
import { pictureAddress } from '../media/picture-links.ts'
import { listCategories } from './list-categories.ts'
import { pictureAt } from './pictures.ts'
import { type Category as CategoryRow, MAX_CATEGORIES } from './products-read.sql.ts'

const Category = builder.objectRef<CategoryRow>('Category').implement({
  description: 'A category of products.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the category, as spelled in its first product.' }),
    count: t.exposeInt('count', { description: 'The number of active products in the category.' }),
    image: t.string({
      nullable: true,
      description: 'The URL of the first picture of its products; null if there is none.',
      resolve: ({ image }, _, { baseUrl }) => (image === null ? null : pictureAddress(image, baseUrl)),
    }),
    picture: t.field({
      type: 'ProductMedia',
      nullable: true,
      failure: 'Failed to load categories',
      description: 'The first picture of its products with its sizes; null if there is none.',
      resolve: ({ image }) => (image === null ? null : pictureAt(image)),
    }),
  }),
})

const USUAL_CATEGORIES = 20

builder.queryField('categories', (t) =>
  t.field({
    type: [Category],
    nullable: true,
    description: `The categories of active products in alphabetical order, at most ${MAX_CATEGORIES}.`,
    selling: true,
    failure: 'Failed to load categories',
    public: true,
    complexity: { field: 1, multiplier: USUAL_CATEGORIES },
    resolve: (_, __, context) => listCategories(context),
  }),
)
