/** A running service replaces it with a product of its own. */
export const EXAMPLE_PRODUCT_ID = '01980f5e-7a51-7c3e-9d52-6f0b7f3a1c01'

export const EXAMPLE_ADDRESS_ID = '01980f5e-9a40-7e21-b6c3-5d8e1f7a2b09'

export const EXAMPLE_CART_ID = 'c7b1f0a2-5d0e-4c39-8f6b-2a9d4e7c1b53'

export const EXAMPLE_ORDER_NO = 'ORD-7K2M9QX4TB'

/** A product of the demo store as REST lists it. */
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
