/** A product as a test makes it, with what it needs to know for finding it without a database. */
export interface PlainProduct {
  slug: string
  name: string
  category: string
  brand: string
  price: number
  salePrice: number | null
  stock: number | null
  active: boolean
  displayOrder: number
  variants: { options: Record<string, string>; price: number | null; salePrice: number | null; stock: number | null }[]
  /** Of approved reviews. */
  ratings: number[]
}

export interface PlainFilter {
  min?: number
  max?: number
  inStock?: boolean
  onSale?: boolean
  brands?: string[]
  categories?: string[]
  options?: Record<string, string[]>
  minRating?: number
}

interface Offer {
  options: Record<string, string>
  price: number
  isOnSale: boolean
  isThere: boolean
}

const lower = (price: number, sale: number | null) => (sale !== null && sale < price ? sale : price)

function offers({ price, salePrice, stock, variants }: PlainProduct): Offer[] {
  if (variants.length === 0) {
    return [
      { options: {}, price: lower(price, salePrice), isOnSale: lower(price, salePrice) < price, isThere: stock !== 0 },
    ]
  }
  return variants.map((variant) => {
    const regular = variant.price ?? price
    const asked = lower(regular, variant.price === null ? (variant.salePrice ?? salePrice) : variant.salePrice)
    return {
      options: variant.options,
      price: asked,
      isOnSale: asked < regular,
      isThere: (variant.stock ?? stock) !== 0,
    }
  })
}

export const cheapest = (product: PlainProduct): number => Math.min(...offers(product).map(({ price }) => price))

export const average = ({ ratings }: PlainProduct): number =>
  ratings.length === 0 ? 0 : Math.round((ratings.reduce((a, b) => a + b, 0) * 100) / ratings.length) / 100

/** Whether the filter finds the product: what the documentation says, word by word. */
export function fits(product: PlainProduct, filter: PlainFilter): boolean {
  const {
    min = 0,
    max = Number.POSITIVE_INFINITY,
    inStock,
    onSale,
    brands,
    categories,
    options = {},
    minRating,
  } = filter
  const within = (price: number) => price >= min && price <= max
  const named = (name: string, names: string[] | undefined) =>
    !names || names.some((other) => other.toLowerCase() === name.toLowerCase())
  if (!product.active || !named(product.brand, brands) || !named(product.category, categories)) return false
  if (minRating !== undefined && average(product) < minRating) return false
  const all = offers(product)
  if (onSale && !(lower(product.price, product.salePrice) < product.price || all.some(({ isOnSale }) => isOnSale)))
    return false
  const wanted = all.filter(
    (offer) =>
      (!inStock || offer.isThere) &&
      Object.entries(options).every(([name, values]) => values.includes(offer.options[name] ?? '')),
  )
  if (wanted.length === 0) return false
  return Object.keys(options).length > 0
    ? wanted.some(({ price }) => within(price))
    : within(Math.min(...wanted.map(({ price }) => price)))
}

/** How many products each value would find in place of what the filter asks of the same thing. */
export function facets(products: readonly PlainProduct[], filter: PlainFilter) {
  const count = (changed: PlainFilter) => products.filter((product) => fits(product, { ...filter, ...changed })).length
  const counts = (names: string[], changed: (value: string) => PlainFilter) =>
    [...new Set(names)]
      .filter(Boolean)
      .map((value) => ({ value, count: count(changed(value)) }))
      .filter((facet) => facet.count > 0)
  const options = products.flatMap(({ variants }) => variants.flatMap((variant) => Object.entries(variant.options)))
  const there = count({ inStock: true })
  return {
    category: counts(
      products.map(({ category }) => category),
      (value) => ({ categories: [value] }),
    ),
    brand: counts(
      products.map(({ brand }) => brand),
      (value) => ({ brands: [value] }),
    ),
    options: Object.fromEntries(
      [...new Set(options.map(([name]) => name))]
        .map((name) => {
          const values = options.filter(([other]) => other === name).map(([, value]) => value)
          return [name, counts(values, (value) => ({ options: { ...filter.options, [name]: [value] } }))] as const
        })
        .filter(([, values]) => values.length > 0),
    ),
    availability: there > 0 ? [{ value: true, count: there }] : [],
    priceCount: (min: number, max: number) => count({ min, max }),
  }
}
