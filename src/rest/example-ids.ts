/** The product of the reference's examples; a running service puts one that it has in its place. */
export const EXAMPLE_PRODUCT_ID = '01980f5e-7a51-7c3e-9d52-6f0b7f3a1c01'
