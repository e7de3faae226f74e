import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { text } from '../platform/text.ts'
import { route } from '../rest/route.ts'

const Product = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  price: z.number().meta({ description: 'In main currency units.' }),
  sale_price: z.number().nullable().meta({ description: 'In main currency units; null when it is not on sale.' }),
  currency: z.string(),
  images: z.array(z.string()),
  category: z.string(),
})

export const listProducts = route({
  method: 'GET',
  path: '/api/sites/:subdomain/products',
  summary: 'The active products of the store, in display order, then newest first.',
  operation: graphql(`query RestProducts($category: String) {
    products(category: $category, first: 100) {
      nodes { id name slug description price sale_price: salePrice currency images category }
    }
  }`),
  query: z.object({
    category: text({ label: 'category', max: 255 })
      .optional()
      .meta({ description: 'Only this category; the whole name, in upper or lower case.' }),
  }),
  variables: ({ query }) => ({ category: query.category }),
  response: z.object({ products: z.array(Product).max(100) }),
  answer: ({ products }) => ({ products: products.nodes }),
  problems: ['BAD_USER_INPUT'],
})
