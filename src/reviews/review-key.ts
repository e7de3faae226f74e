export interface ReviewIdentity {
  /** The product's slug. */
  product: string
  name: string
  title: string
  body: string
}

/** A review in a bundle and a stored review are the same one when their keys are equal. */
export const reviewKey = ({ product, name, title, body }: ReviewIdentity): string =>
  JSON.stringify([product, name, title, body])
