import { z } from 'zod'
import { EXAMPLE_PRODUCT_ID } from '../../../api/rest/examples.ts'
import { route } from '../../../api/rest/route.ts'
import { graphql } from '../../../generated/operations/index.ts'
import { withOptions } from '../included.ts'
import { available, exampleProduct, Media, Product, Variant } from '../product-answer.ts'
import { USUAL_RELATED } from './related-products.ts'

const ProductPage = Product.extend({
  available,
  variants: z.array(Variant).meta({ description: 'The variants of the product; empty if it has none.' }),
  media: z
    .array(Media)
    .meta({ description: 'The pictures of the product with alternative texts and sizes, the main one first.' }),
  attributes: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .meta({ description: 'The attributes of the product, in the order set by the owner.' }),
  seo: z
    .object({ title: z.string(), description: z.string() })
    .meta({ description: 'The title and description for search engines; empty if not given.' }),
}).meta({ id: 'ProductPage', description: 'A product with all details.' })

export const getProduct = route({
  method: 'GET',
  path: '/api/sites/:subdomain/products/:idOrSlug',
  summary: 'Returns a product with all details.',
  description:
    'The product is identified by its ID or its slug; an ID takes precedence over a slug that looks like one. An earlier slug, as long as no other product has taken it, is answered with 301 to the present one. Its reviews are at `GET …/reviews/{productId}`.',
  operation: graphql(`query RestProduct($idOrSlug: String!) {
    product(idOrSlug: $idOrSlug) {
      ...RestProductFields
      available
      variants { id options { name value } price sale_price: salePrice available picture { ...RestPictureFields } }
      media { ...RestPictureFields }
      attributes { name value }
      seo { title description }
    }
  }`),
  variables: ({ params }) => ({ idOrSlug: params.idOrSlug }),
  response: z.object({ product: ProductPage }),
  example: {
    productId: EXAMPLE_PRODUCT_ID,
    answer: {
      product: {
        id: EXAMPLE_PRODUCT_ID,
        ...exampleProduct,
        available: true,
        variants: [
          {
            id: '01980f5e-7b10-7d2f-8a41-4c9e2b7d5f02',
            options: { size: '250g' },
            price: 499,
            sale_price: null,
            available: true,
            picture: null,
          },
        ],
        media: [
          {
            url: 'http://localhost:4000/pictures/assam.svg',
            alt: 'A red tin of Assam, its label showing the sun over a river',
            width: 400,
            height: 400,
            variants: [],
            thumbhash: null,
          },
        ],
        attributes: [{ name: 'Origin', value: 'Assam, India' }],
        seo: {
          title: 'Assam second flush tea, 250 g',
          description:
            'Malty orthodox Assam from Dihing Gardens on the south bank of the Brahmaputra. Copper-red in the cup, good with milk.',
        },
      },
    },
  },
  toResponse: ({ product }) => ({
    product: {
      ...product,
      variants: product.variants.map(withOptions),
    },
  }),
  movedTo: ({ product: { id, slug } }, { subdomain, idOrSlug }) =>
    idOrSlug === slug || idOrSlug.toLowerCase() === id
      ? null
      : `/api/sites/${encodeURIComponent(subdomain)}/products/${slug}`,
  notFound: { message: 'Product not found', reason: 'PRODUCT_NOT_FOUND' },
  problems: ['NOT_FOUND'],
})

export const relatedProducts = route({
  method: 'GET',
  path: '/api/sites/:subdomain/products/:idOrSlug/related',
  summary: 'Lists related products, most similar first.',
  description: `At most ${USUAL_RELATED} products of the same category or brand, or with similar names, without the product itself.`,
  operation: graphql(`query RestRelatedProducts($idOrSlug: String!, $first: Int!) {
    product(idOrSlug: $idOrSlug) {
      related(first: $first) { ...RestRelatedFields }
    }
  }`),
  variables: ({ params }) => ({ idOrSlug: params.idOrSlug, first: USUAL_RELATED }),
  response: z.object({ products: z.array(Product).max(USUAL_RELATED) }),
  example: {
    productId: EXAMPLE_PRODUCT_ID,
    answer: {
      products: [
        {
          id: '01980f5e-7a62-7e1a-8c20-3d5b9f1e7c08',
          ...exampleProduct,
          name: 'Darjeeling First Flush',
          slug: 'darjeeling-first-flush',
          description:
            'Picked in the last week of March at 1,900 metres, when the bushes wake up after winter. The cup is pale gold, brisk and flowery, with the muscatel note that no other hill gives. Brew it short and drink it without milk. We get a single lot each spring, and when it is gone it is gone.',
          price: 350,
          sale_price: null,
          price_from: 350,
          price_to: 1500,
          images: [
            'http://localhost:4000/pictures/darjeeling-first-flush.svg',
            'http://localhost:4000/pictures/darjeeling-first-flush-leaf.svg',
          ],
          brand: 'Singtom Hill',
          rating: { average: 4.33, count: 3 },
        },
      ],
    },
  },
  toResponse: ({ product }) => ({ products: product.related }),
  notFound: { message: 'Product not found', reason: 'PRODUCT_NOT_FOUND' },
  problems: ['NOT_FOUND'],
})
