/** Characters of a search. */
export const MAX_SEARCH = 100
/** Characters of a brand, a category, or the name or a value of an option. */
export const MAX_NAME = 255
/** Brands, categories, or values of one option. */
export const MAX_CHOICES = 50
export const MAX_OPTIONS = 10
/** Main units; above any price. */
export const MAX_ASKED_PRICE = 1e12

/** As GraphQL names the orders of a list. */
export type ProductSort =
  | 'FEATURED'
  | 'AVAILABLE_FIRST'
  | 'NEWEST'
  | 'PRICE_ASC'
  | 'PRICE_DESC'
  | 'RATING'
  | 'BEST_SELLING'
  | 'RELEVANCE'

/** The value of the parameter `sort`. */
export const sortParameter = <Sort extends ProductSort>(sort: Sort) => sort.toLowerCase() as Lowercase<Sort>

interface Choices {
  minPrice?: number | null | undefined
  maxPrice?: number | null | undefined
  inStock?: boolean
  onSale?: boolean
  brands?: readonly string[] | undefined
  categories?: readonly string[] | undefined
  options?: readonly { name: string; values: readonly string[] }[]
  minRating?: number | undefined
}

/** The argument `filter` of the field `products`, for what an address asks for; null when that is nothing. */
export function productFilterOf(choices: Choices) {
  const { minPrice = null, maxPrice = null, inStock, onSale, brands = [], categories = [], options = [] } = choices
  const { minRating } = choices
  const filter = {
    ...((minPrice !== null || maxPrice !== null) && { price: { min: minPrice, max: maxPrice } }),
    ...(inStock && { available: true }),
    ...(onSale && { onSale: true }),
    ...(brands.length > 0 && { brands: [...brands] }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(options.length > 0 && { options: options.map(({ name, values }) => ({ name, values: [...values] })) }),
    ...(minRating !== undefined && { minRating }),
  }
  return Object.keys(filter).length > 0 ? filter : null
}
