import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'
import { MAX_CATEGORIES } from './list-categories.ts'

const Category = z
  .object({
    name: z.string(),
    count: z.int().meta({ description: 'The number of active products in the category.' }),
    image: z
      .string()
      .nullable()
      .meta({ description: 'The URL of the first picture of its products; null if there is none.' }),
  })
  .meta({ id: 'Category', description: 'A category of products.' })

export const listCategories = route({
  method: 'GET',
  path: '/api/sites/:subdomain/categories',
  summary: 'Lists the categories of active products in alphabetical order.',
  description: `At most ${MAX_CATEGORIES}. The name can be passed to \`GET …/products?category=\`. Products without a category are not included.`,
  operation: graphql(`query RestCategories { categories { name count image } }`),
  variables: () => ({}),
  response: z.object({ categories: z.array(Category).max(MAX_CATEGORIES) }),
  example: {
    answer: { categories: [{ name: 'Black tea', count: 8, image: 'http://localhost:4000/pictures/assam.svg' }] },
  },
  toResponse: ({ categories }) => ({ categories }),
})
