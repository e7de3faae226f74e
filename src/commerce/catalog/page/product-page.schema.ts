import { builder } from '../../../api/graphql/schema/builder.ts'
import { gtinOf } from '../gtin.ts'
import { picturesOf } from '../pictures.ts'
import { detailsOf, type ProductAttribute } from './product-details.ts'

const Attribute = builder.objectRef<ProductAttribute>('ProductAttribute').implement({
  description: 'An attribute of a product, such as Origin: Assam.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the attribute, such as Origin.' }),
    value: t.exposeString('value', { description: 'The value of the attribute, such as Assam.' }),
  }),
})

const Seo = builder.objectRef<{ title: string; description: string }>('ProductSeo').implement({
  description: 'The title and description of a product’s page for search engines.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title; empty if not given.' }),
    description: t.exposeString('description', { description: 'The description; empty if not given.' }),
  }),
})

builder.objectFields('ProductVariant', (t) => ({
  picture: t.field({
    type: 'ProductMedia',
    nullable: true,
    failure: 'Failed to load products',
    description:
      'The picture that shows this variant, to be shown first once it is chosen; null if it has none of its own.',
    resolve: async ({ picture, product }, _, context) =>
      picture === null ? null : (picturesOf([picture], (await detailsOf(context, product)).media)[0] ?? null),
  }),
}))

builder.objectFields('RelatedProduct', (t) => ({
  media: t.field({
    type: ['ProductMedia'],
    failure: 'Failed to load products',
    description: 'The pictures of the product with alternative texts and sizes, the main one first.',
    resolve: async (product, _, context) => picturesOf(product.images, (await detailsOf(context, product)).media),
  }),
}))

builder.objectFields('Product', (t) => ({
  media: t.field({
    type: ['ProductMedia'],
    failure: 'Failed to load product',
    description: 'The pictures of the product with alternative texts and sizes, the main one first.',
    resolve: async (product, _, context) => picturesOf(product.images, (await detailsOf(context, product)).media),
  }),
  attributes: t.field({
    type: [Attribute],
    failure: 'Failed to load product',
    description: 'The attributes of the product, in the order set by the owner.',
    resolve: async (product, _, context) => (await detailsOf(context, product)).attributes,
  }),
  seo: t.field({
    type: Seo,
    failure: 'Failed to load product',
    description: 'The title and description of the product’s page for search engines.',
    resolve: async (product, _, context) => {
      const { seoTitle, seoDescription } = await detailsOf(context, product)
      return { title: seoTitle, description: seoDescription }
    },
  }),
  sku: t.string({
    nullable: true,
    failure: 'Failed to load product',
    description: 'The SKU of the product; null if there is none. Variants can have their own.',
    resolve: async (product, _, context) => (await detailsOf(context, product)).sku,
  }),
  gtin: t.string({
    nullable: true,
    failure: 'Failed to load product',
    description:
      'The barcode of the product if it is a GTIN (EAN, UPC, ISBN), as digits; null otherwise. Variants can have their own.',
    resolve: async (product, _, context) => gtinOf((await detailsOf(context, product)).barcode),
  }),
}))
