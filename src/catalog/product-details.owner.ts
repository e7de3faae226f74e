import { ownerBuilder } from '../gateway/owner-builder.ts'
import { MAX_SIDE } from './detail-formats.ts'
import { type ProductPicture, picturesOf } from './pictures.ts'
import type { ProductAttribute } from './product-details.ts'

ownerBuilder.inputType('ProductAttributeInput', {
  description: 'An attribute of a product, such as Origin: Assam.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name, such as Origin; 1 to 100 characters.' }),
    value: t.string({ required: true, description: 'What it is, such as Assam; 1 to 500 characters.' }),
  }),
})

ownerBuilder.inputType('ProductMediaInput', {
  description: 'A picture of a product.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'Its address, once in a product: http(s), or a path of this service.',
    }),
    alt: t.string({ description: 'What it shows, for those who do not see it; at most 500 characters.' }),
    width: t.int({ description: `In pixels, 1 to ${MAX_SIDE}; null: unknown.` }),
    height: t.int({ description: `In pixels, 1 to ${MAX_SIDE}; null: unknown.` }),
  }),
})

ownerBuilder.inputType('ProductSeoInput', {
  description: 'What search engines show of a product’s page. A part that is left out stays as it is, null clears.',
  fields: (t) => ({
    title: t.string({ description: 'At most 255 characters.' }),
    description: t.string({ description: 'At most 1000 characters.' }),
  }),
})

const Attribute = ownerBuilder.objectRef<ProductAttribute>('ProductAttribute').implement({
  description: 'An attribute of a product, such as Origin: Assam.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, such as Origin.' }),
    value: t.exposeString('value', { description: 'What it is, such as Assam.' }),
  }),
})

const Media = ownerBuilder.objectRef<ProductPicture>('ProductMedia').implement({
  description: 'A picture of a product, as the owner has set it.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'Its address, as in `images`.' }),
    alt: t.exposeString('alt', { description: 'What it shows; empty when not given.' }),
    width: t.exposeInt('width', { nullable: true, description: 'In pixels; null when unknown.' }),
    height: t.exposeInt('height', { nullable: true, description: 'In pixels; null when unknown.' }),
  }),
})

const Seo = ownerBuilder.objectRef<{ title: string; description: string }>('ProductSeo').implement({
  description: 'What search engines show of a product’s page.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Empty when not given.' }),
    description: t.exposeString('description', { description: 'Empty when not given.' }),
  }),
})

ownerBuilder.prismaObjectFields('Product', (t) => ({
  attributes: t.field({
    type: [Attribute],
    description: 'Its attributes, in the owner’s order.',
    // The column only ever holds what the product’s format has let through.
    resolve: ({ attributes }) => attributes as ProductAttribute[],
  }),
  media: t.field({
    type: [Media],
    description: 'Its pictures with their descriptions and sizes, the main one first.',
    resolve: ({ images, media }) => picturesOf(images, media),
  }),
  seo: t.field({
    type: Seo,
    description: 'What search engines show of its page.',
    resolve: ({ seoTitle, seoDescription }) => ({ title: seoTitle, description: seoDescription }),
  }),
}))
