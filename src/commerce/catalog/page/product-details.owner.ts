import { ownerBuilder } from '../../../api/graphql/schema/owner-builder.ts'
import { uploadedAddress } from '../../stores/uploaded-addresses.ts'
import { type ProductPicture, picturesOf } from '../pictures.ts'
import { MAX_SIDE } from './detail-formats.ts'
import type { ProductAttribute } from './product-details.ts'

ownerBuilder.inputType('ProductAttributeInput', {
  description: 'An attribute of a product, such as Origin: Assam.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'The name of the attribute, such as Origin; 1 to 100 characters.' }),
    value: t.string({ required: true, description: 'The value of the attribute, such as Assam; 1 to 500 characters.' }),
  }),
})

ownerBuilder.inputType('ProductMediaInput', {
  description: 'A picture of a product.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'The URL of the picture: http(s), or a path of this service. It can occur once per product.',
    }),
    alt: t.string({ description: 'The alternative text, at most 500 characters.' }),
    width: t.int({ description: `In pixels, 1 to ${MAX_SIDE}; null if unknown.` }),
    height: t.int({ description: `In pixels, 1 to ${MAX_SIDE}; null if unknown.` }),
  }),
})

ownerBuilder.inputType('ProductSeoInput', {
  description:
    'The title and description of a product’s page for search engines. Omitted fields stay unchanged; null clears a field.',
  fields: (t) => ({
    title: t.string({ description: 'The title, at most 255 characters.' }),
    description: t.string({ description: 'The description, at most 1000 characters.' }),
  }),
})

const Attribute = ownerBuilder.objectRef<ProductAttribute>('ProductAttribute').implement({
  description: 'An attribute of a product, such as Origin: Assam.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the attribute, such as Origin.' }),
    value: t.exposeString('value', { description: 'The value of the attribute, such as Assam.' }),
  }),
})

const Media = ownerBuilder.objectRef<ProductPicture>('ProductMedia').implement({
  description: 'A picture of a product, as set by the owner.',
  fields: (t) => ({
    url: t.string({
      description: 'The URL of the picture, as in `images`.',
      resolve: ({ url }, _, { baseUrl }) => uploadedAddress(url, baseUrl),
    }),
    alt: t.exposeString('alt', { description: 'The alternative text; empty if not given.' }),
    width: t.exposeInt('width', { nullable: true, description: 'In pixels; null if unknown.' }),
    height: t.exposeInt('height', { nullable: true, description: 'In pixels; null if unknown.' }),
  }),
})

const Seo = ownerBuilder.objectRef<{ title: string; description: string }>('ProductSeo').implement({
  description: 'The title and description of a product’s page for search engines.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title; empty if not given.' }),
    description: t.exposeString('description', { description: 'The description; empty if not given.' }),
  }),
})

ownerBuilder.prismaObjectFields('Product', (t) => ({
  attributes: t.field({
    type: [Attribute],
    description: 'The attributes of the product, in the order set by the owner.',
    // The column only ever holds what the product’s format has let through.
    resolve: ({ attributes }) => attributes as ProductAttribute[],
  }),
  media: t.field({
    type: [Media],
    description: 'The pictures of the product with alternative texts and sizes, the main one first.',
    resolve: ({ images, media }) => picturesOf(images, media),
  }),
  seo: t.field({
    type: Seo,
    description: 'The title and description of the product’s page for search engines.',
    resolve: ({ seoTitle, seoDescription }) => ({ title: seoTitle, description: seoDescription }),
  }),
}))
