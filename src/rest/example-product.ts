import { EXAMPLE_PRODUCT_ID } from './example-ids.ts'

/** A product of the demo store as REST lists it, for examples in the reference. */
export const exampleProduct = {
  id: EXAMPLE_PRODUCT_ID,
  name: 'Assam',
  slug: 'assam',
  description:
    'Second-flush leaf from the south bank of the Brahmaputra, rolled the orthodox way. It brews to a deep copper cup with the malt and honey that Assam is known for, and stands up well to milk. Three minutes in boiling water are enough; five make a breakfast of it.',
  price: 499,
  sale_price: 399.5,
  price_from: 399.5,
  price_to: 499,
  currency: 'INR',
  images: ['http://localhost:4000/pictures/assam.svg', 'http://localhost:4000/pictures/assam-leaf.svg'],
  category: 'Black tea',
  brand: 'Dihing Gardens',
  rating: { average: 4.67, count: 3 },
}
