import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { route } from '../rest/route.ts'
import { MAX_CATEGORIES } from './list-categories.ts'

const Category = z
  .object({
    name: z.string(),
    count: z.int().meta({ description: 'How many active products it has.' }),
    image: z.string().nullable().meta({ description: 'The first picture in it; null when there is none.' }),
  })
  .meta({ id: 'Category', description: 'Products that belong together.' })

export const listCategories = route({
  method: 'GET',
  path: '/api/sites/:subdomain/categories',
  summary: 'The categories of the active products, in alphabetical order.',
  description: `At most ${MAX_CATEGORIES}. The name is what \`GET …/products?category=\` takes; products without a category are in none of them.`,
  operation: graphql(`query RestCategories { categories { name count image } }`),
  variables: () => ({}),
  response: z.object({ categories: z.array(Category).max(MAX_CATEGORIES) }),
  example: {
    answer: { categories: [{ name: 'Black tea', count: 8, image: 'http://localhost:4000/pictures/assam.svg' }] },
  },
  toResponse: ({ categories }) => ({ categories }),
})
