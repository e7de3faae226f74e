/** What makes a variant unique in its product: its options as JSON with sorted names. */
export const optionsKey = (options: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1))))

/** Codes are matched without regard to case and blanks around them. */
export const discountKey = (code: string): string => code.trim().toUpperCase()

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
