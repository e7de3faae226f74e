export interface ReviewIdentity {
  /** The product's slug. */
  product: string
  name: string
  title: string
  body: string
}

/** What makes a review the same one in a bundle and in the store. */
export const reviewKey = ({ product, name, title, body }: ReviewIdentity): string =>
  JSON.stringify([product, name, title, body])
