import { z } from 'zod'
import { graphql } from '../generated/operations/index.ts'
import { labelledText } from '../platform/input/labelled-text.ts'
import { EXAMPLE_PRODUCT_ID } from '../rest/example-ids.ts'
import { route } from '../rest/route.ts'

const Product = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    description: z.string(),
    price: z.number().meta({ description: 'In main currency units.' }),
    sale_price: z.number().nullable().meta({ description: 'In main currency units; null when it is not on sale.' }),
    currency: z.string(),
    images: z.array(z.string()),
    category: z.string(),
    brand: z.string(),
  })
  .meta({ id: 'Product', description: 'What the store sells.' })

export const listProducts = route({
  method: 'GET',
  path: '/api/sites/:subdomain/products',
  summary: 'The active products of the store, in display order, then newest first.',
  description:
    'At most 100 products. What a visitor may not buy, such as what the owner has taken off sale, is not among them.',
  operation: graphql(`query RestProducts($category: String) {
    products(category: $category, first: 100) {
      nodes { id name slug description price sale_price: salePrice currency images category brand }
    }
  }`),
  query: z.object({
    category: labelledText({ label: 'category', max: 255 })
      .optional()
      .meta({ description: 'Only this category; the whole name, in upper or lower case.' }),
  }),
  variables: ({ query }) => ({ category: query.category }),
  response: z.object({ products: z.array(Product).max(100) }),
  example: {
    query: { category: 'Black tea' },
    answer: {
      products: [
        {
          id: EXAMPLE_PRODUCT_ID,
          name: 'Assam',
          slug: 'assam',
          description:
            'Second-flush leaf from the south bank of the Brahmaputra, rolled the orthodox way. It brews to a deep copper cup with the malt and honey that Assam is known for, and stands up well to milk. Three minutes in boiling water are enough; five make a breakfast of it.',
          price: 499,
          sale_price: 399.5,
          currency: 'INR',
          images: ['http://localhost:4000/pictures/assam.svg', 'http://localhost:4000/pictures/assam-leaf.svg'],
          category: 'Black tea',
          brand: 'Dihing Gardens',
        },
      ],
    },
  },
  answer: ({ products }) => ({ products: products.nodes }),
  problems: ['BAD_USER_INPUT'],
})
