import { builder } from '../../api/graphql/schema/builder.ts'
import { type ProductAddress, productAddresses, SITEMAP_PART, sitemapParts } from './sitemap.sql.ts'

/** Reading a part takes as long as a list of so many products. */
const PART_COST = 1_000

const Address = builder.objectRef<ProductAddress>('ProductAddress').implement({
  description: 'What a sitemap says of a product.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the product, unique within the store.' }),
    slug: t.exposeString('slug', { description: 'The URL slug of the product, unique within the store.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the product was last updated.' }),
  }),
})

const Sitemap = builder.objectRef<{ part: number }>('Sitemap').implement({
  description: 'The addresses of the active products, for search engines.',
  fields: (t) => ({
    parts: t.int({
      description: `The number of parts, with ${SITEMAP_PART} products each; at least 1.`,
      failure: 'Failed to load the sitemap',
      resolve: (_, __, context) => sitemapParts(context),
    }),
    products: t.field({
      type: [Address],
      description: 'The products of the part, in the order in which they were created.',
      failure: 'Failed to load the sitemap',
      complexity: { field: PART_COST, multiplier: 1 },
      resolve: ({ part }, _, context) => productAddresses(context, part),
    }),
  }),
})

builder.queryField('sitemap', (t) =>
  t.field({
    type: Sitemap,
    nullable: true,
    description: 'The addresses of the active products, in parts, for search engines.',
    selling: true,
    failure: 'Failed to load the sitemap',
    public: true,
    args: { part: t.arg.int({ description: 'The number of the part, from 1; 1 by default.' }) },
    resolve: (_, { part }) => ({ part: part ?? 1 }),
  }),
)
