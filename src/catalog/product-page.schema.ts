import { builder } from '../gateway/builder.ts'
import { pictureAddress } from './picture-address.ts'
import { type ProductPicture, picturesOf } from './pictures.ts'
import { detailsOf, type ProductAttribute } from './product-details.ts'

const Attribute = builder.objectRef<ProductAttribute>('ProductAttribute').implement({
  description: 'Something that is told of a product, such as Origin: Assam.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What is told, such as Origin.' }),
    value: t.exposeString('value', { description: 'What it is, such as Assam.' }),
  }),
})

const Media = builder.objectRef<ProductPicture>('ProductMedia').implement({
  description: 'A picture of a product.',
  fields: (t) => ({
    url: t.string({
      description: 'Its address.',
      resolve: ({ url }, _, { baseUrl }) => pictureAddress(url, baseUrl),
    }),
    alt: t.exposeString('alt', { description: 'What it shows, for those who do not see it; empty when nobody says.' }),
    width: t.exposeInt('width', { nullable: true, description: 'In pixels; null when nobody says.' }),
    height: t.exposeInt('height', { nullable: true, description: 'In pixels; null when nobody says.' }),
  }),
})

const Seo = builder.objectRef<{ title: string; description: string }>('ProductSeo').implement({
  description: 'What search engines should show of a product’s page.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Empty when the owner has written none.' }),
    description: t.exposeString('description', { description: 'Empty when the owner has written none.' }),
  }),
})

builder.objectFields('Product', (t) => ({
  media: t.field({
    type: [Media],
    failure: 'Failed to load product',
    description: 'Its pictures with what is told of them, the main one first.',
    resolve: async (product, _, context) => picturesOf(product.images, (await detailsOf(context, product)).media),
  }),
  attributes: t.field({
    type: [Attribute],
    failure: 'Failed to load product',
    description: 'What else is told of it, in the owner’s order.',
    resolve: async (product, _, context) => (await detailsOf(context, product)).attributes,
  }),
  seo: t.field({
    type: Seo,
    failure: 'Failed to load product',
    description: 'What search engines should show of its page.',
    resolve: async (product, _, context) => {
      const { seoTitle, seoDescription } = await detailsOf(context, product)
      return { title: seoTitle, description: seoDescription }
    },
  }),
}))
