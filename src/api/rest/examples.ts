/** A running service replaces it with a product of its own. */
export const EXAMPLE_PRODUCT_ID = '01980f5e-7a51-7c3e-9d52-6f0b7f3a1c01'

export const EXAMPLE_ADDRESS_ID = '01980f5e-9a40-7e21-b6c3-5d8e1f7a2b09'

export const EXAMPLE_CART_ID = 'c7b1f0a2-5d0e-4c39-8f6b-2a9d4e7c1b53'

export const EXAMPLE_ORDER_NO = 'ORD-7K2M9QX4TB'
/** Slug of a page of the demo store. */
export const EXAMPLE_PAGE = 'how-we-pack'
